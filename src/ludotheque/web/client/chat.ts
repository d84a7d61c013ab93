// The chat of a table, where it has one.
import { element } from "./element";
import { toast } from "./toast";

export type ChatLine = [id: number, seat: number, name: string, words: string];
type Send = (command: Record<string, unknown>) => string;

const chat = document.getElementById("chat") as HTMLDetailsElement | null;
const list = chat?.querySelector("ol");
const input = chat?.querySelector("input");
const unread = chat?.querySelector<HTMLElement>(".unread");
const old = Number(chat?.dataset.last); // the id of the last line that was there before this page,
let last = 0; // and of the last that is shown
let missed = 0; // lines that came while nobody looked
let mine = { id: "", words: "" }; // what was sent last

/** Show lines that are not there yet. */
export function showLines(lines: ChatLine[]): void {
  for (const [id, seat, name, words] of lines) {
    if (!list || id <= last) continue;
    last = id;
    const line = element("li", {}, element("b", {}, name), ` ${words}`);
    const isMine = document.querySelector(`#seat-${seat}.yours`) !== null;
    line.classList.toggle("mine", isMine);
    list.append(line);
    if (id > old && !isMine && !isRead()) remind(`${name} · ${words}`);
  }
  if (list) list.parentElement!.scrollTop = list.parentElement!.scrollHeight;
}

function isRead(): boolean {
  return chat!.open && !document.hidden;
}

function remind(line: string): void {
  missed += 1;
  if (!chat!.open) toast(line);
  mark();
}

function mark(): void {
  if (isRead()) missed = 0;
  unread!.hidden = !missed;
  unread!.textContent = String(missed);
}

/** A line that was refused comes back to be sent again. */
export function giveBack(id: string | null | undefined): void {
  if (input && id && id === mine.id && !input.value) input.value = mine.words;
}

export function connectChat(send: Send): void {
  if (!chat || !input) return;
  chat.open = matchMedia("(min-width: 52rem)").matches;
  chat.addEventListener("toggle", () => {
    if (chat.open && missed) chat.scrollIntoView({ block: "nearest" });
    mark();
  });
  document.addEventListener("visibilitychange", mark);
  chat.querySelector("form")!.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (!words) return;
    mine = { id: send({ command: "say", words }), words };
    input.value = "";
  });
}
