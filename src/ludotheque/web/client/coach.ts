// The coach of a first game: one bubble at a time, beside what it speaks of, never shown twice. The
// house says when a tip's occasion has come; what was seen is remembered in the browser, or with the account.
import { account, prefer, read, write } from "./stored";

export type Tip = [id: string, says: string, at: string];

const KEY = "ludotheque.coach";
const BANNER = "#status";
const PLACES: Record<string, string> = { roll: "#roll", moves: ".movable", banner: BANNER };
const GAP = 14; // pixels between a bubble and what it speaks of
const bubble = document.getElementById("coach")!;
const memory: { off?: boolean; seen: string[] } = { seen: [], ...(account ? recall(account) : read(KEY)) };
let subject = BANNER; // what it speaks of

function recall({ coach = true, tips = {} }: NonNullable<typeof account>): typeof memory {
  return { off: !coach, seen: Object.keys(tips).filter((each) => tips[each]) };
}

/** Remember it, and of the account the change alone. */
function keep(change: object): void {
  if (account) prefer(change);
  else write(KEY, memory);
}

/** Whether there are tips that she has not seen yet, and would. */
export function wantsTips(): boolean {
  return !memory.off && unseen(bubble.dataset.tips!.split(" ").filter(Boolean)).length > 0;
}

function unseen(ids: string[]): string[] {
  return ids.filter((id) => !memory.seen.includes(name(id)));
}

function name(id: string): string {
  return `${bubble.dataset.box}/${id}`;
}

/** Show the first of some tips that is new to her, unless she still reads another. */
export function advise(tips: Tip[]): void {
  const [id] = memory.off ? [] : unseen(tips.map(([each]) => each));
  if (!id || !bubble.hidden) return;
  const [, says, at] = tips.find(([each]) => each === id)!;
  memory.seen.push(name(id));
  keep({ tips: { [name(id)]: true } });
  subject = PLACES[at] ?? `#${CSS.escape(at)}`;
  bubble.querySelector("p")!.textContent = document.getElementById("say")!.textContent = says;
  bubble.querySelector(".after")?.toggleAttribute("hidden", wantsTips()); // once all is said
  bubble.hidden = false;
  place();
}

/** Take the bubble away: she has read it, or acted upon it. */
export function hush(): void {
  bubble.hidden = true;
}

/** Put the bubble below what it speaks of, or above; beside the banner where it would hide it. */
function place(): void {
  if (bubble.hidden) return;
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const room = height + GAP + 8;
  const fits = (area: Area): boolean => area.bottom + room < innerHeight || area.top > room;
  const { left, right, top, bottom } = [areaOf(subject), areaOf(BANNER)].find(fits) ?? areaOf(BANNER);
  const isBelow = bottom + room < innerHeight;
  const isDocked = document.querySelector(subject)?.closest(".dock"); // it is not to hide the banner there
  const middle = (left + right) / 2;
  const x = between(8, middle - width / 2, innerWidth - width - 8);
  bubble.classList.toggle("below", isBelow);
  bubble.style.left = `${x}px`;
  bubble.style.top = `${between(8, isBelow ? bottom + GAP : (isDocked ? areaOf(BANNER).top : top) - GAP - height, innerHeight - height - 8)}px`;
  bubble.style.setProperty("--tip", `${between(20, middle - x, width - 20)}px`);
}

type Area = Record<"left" | "right" | "top" | "bottom", number>;

/** Where something stands on the screen: all of it, where it is many; nowhere, where it is not there. */
function areaOf(selector: string): Area {
  const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  return {
    left: Math.min(...boxes.map((each) => each.left)),
    right: Math.max(...boxes.map((each) => each.right)),
    top: Math.min(...boxes.map((each) => each.top), boxes.length ? Infinity : 0),
    bottom: Math.max(...boxes.map((each) => each.bottom), boxes.length ? 0 : Infinity),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** Let the bubble be closed, switched off and on, and stay beside its subject. */
export function connectCoach(): void {
  for (const button of bubble.querySelectorAll<HTMLElement>("button")) button.addEventListener("click", hush);
  const box = document.querySelector<HTMLInputElement>("[data-coach=on]")!;
  const turn = (isOn: boolean): void => {
    const again = isOn ? memory.seen.filter((each) => each.startsWith(name(""))) : [];
    memory.off = !isOn;
    memory.seen = memory.seen.filter((each) => !again.includes(each));
    box.checked = isOn;
    keep({ coach: isOn, tips: Object.fromEntries(again.map((each) => [each, false])) });
  };
  box.checked = !memory.off;
  box.addEventListener("change", () => turn(box.checked));
  bubble.querySelector("[data-coach=off]")!.addEventListener("click", () => turn(false));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hush());
  for (const kind of ["scroll", "resize"]) addEventListener(kind, place, { passive: true, capture: true });
}
