// What a step came to, in few words that stand on the board for a moment, beside what it tells of.
// Each stays long enough to be read, whatever goes on meanwhile; one that would cover it takes its place.
import { pace } from "./settings";

const STAYS = 1600; // milliseconds, and for every letter
const LETTER = 32;
const GAP = 8; // pixels between a caption and what it tells of

/** Say something beside an element; in the middle of the board where there is none. */
export function caption(text: string, beside?: Element | null): void {
  const board = document.querySelector<HTMLElement>(".playground")!;
  const box = document.createElement("p");
  box.className = "caption";
  box.setAttribute("aria-hidden", "true"); // it is told aloud with the log
  box.textContent = text;
  const others = [...board.querySelectorAll(".caption")];
  board.append(box);
  put(box, board.getBoundingClientRect(), beside?.getBoundingClientRect());
  others.forEach((other, k) => (k < others.length - 1 || overlap(box, other)) && other.remove()); // two at most
  const stays = (STAYS + LETTER * text.length) * Math.max(pace(), 1);
  box.animate([{ opacity: 0 }, { opacity: 1 }], 120);
  box.animate([{}, { opacity: 0 }], { delay: stays, duration: 250 }).finished.then(() => box.remove(), () => undefined);
}

function put(box: HTMLElement, board: DOMRect, beside?: DOMRect): void {
  const width = box.offsetWidth, height = box.offsetHeight;
  const place = beside ?? new DOMRect(board.x + board.width / 2, board.y + board.height / 2 + height / 2 + GAP);
  const left = place.x + place.width / 2 - board.x - width / 2;
  const above = place.y - height - GAP; // over the page's head rather than over the board
  box.style.left = `${Math.max(4, Math.min(board.width - width - 4, left))}px`;
  box.style.top = `${(above < 4 ? place.bottom + GAP : above) - board.y}px`;
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
