// The people around a table: who is there, what they say beside the game, how others are asked in.
import { giveBack, showLines, type ChatLine } from "./chat";
import { isOn } from "./settings";
import { copy } from "./share";
import { flash, toast } from "./toast";

export interface News {
  present?: [state: string, words: string][]; // of each seat
  watching?: string;
  chat?: ChatLine[];
  refused?: string;
  id?: string | null; // of the command that was refused
  said?: [seat: number, words: string, line: string][]; // quick phrases
}

const SPOKEN = 3600; // milliseconds that a phrase is shown
let present: [state: string, words: string][] = [];

/** Take in what is told of people; it does not wait for what happens on the board. */
export function hear(news: News): void {
  if (news.present) {
    present = news.present;
    document.getElementById("onlookers")!.textContent = news.watching ?? "";
    showPresence();
  }
  if (news.chat) showLines(news.chat);
  if (news.refused) giveBack(news.id);
  if (!isOn("mute")) for (const [seat, words, line] of news.said ?? []) speak(seat, words, line);
}

/** Who is here, away, or gone, beside the names. */
export function showPresence(): void {
  present.forEach(([state, words], seat) => {
    const sign = document.getElementById(`presence-${seat}`);
    if (!sign) return;
    sign.className = `presence ${state}`;
    sign.textContent = sign.title = words;
  });
}

function speak(seat: number, words: string, line: string): void {
  const bubble = document.getElementById(`speech-${seat}`);
  document.getElementById("say")!.textContent = line;
  if (!bubble) return;
  bubble.textContent = words;
  flash(bubble, SPOKEN);
}

/** Send a form of a part of the page, and put the part as it is now in its place. */
async function submit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  const part = form.closest("[data-part]");
  if (!part) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter) as unknown as Record<string, string>);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(part.id);
  if (fresh) part.replaceWith(document.adoptNode(fresh));
  else toast(page.querySelector("h1")?.textContent ?? "");
}

/** Copy the invitation, or hand it to whatever the device shares with; says whether it was copied. */
export async function invite(button: HTMLElement): Promise<boolean> {
  const link = document.getElementById("link") as HTMLInputElement;
  if (button.matches(".share")) {
    await navigator.share({ title: document.title, url: link.value }).catch(() => undefined);
    return false;
  }
  return copy(link.value);
}

document.addEventListener("submit", (event) => void submit(event));
if ("share" in navigator) document.documentElement.classList.add("can-share");
