// What a step came to, in few words that stand on the board for a moment, near what it tells of and
// where they hide the least. Each stays long enough to be read, whatever goes on meanwhile.
import { layer } from "./board";
import { pace } from "./settings";

const STAYS = 1600; // milliseconds, and for every letter
const LETTER = 32;
const GAP = 8; // pixels between a caption and what it tells of
const STEP = 14; // between two places that are tried
const SAID = 9; // times as bad to hide what is said as what stands there
const FAR = 10; // square pixels that may be hidden rather than stand one pixel further away

const shown = new Map<HTMLElement, Element | null>(); // with what each tells of

/** Say something near an element; near the middle of the board where there is none. */
export function caption(text: string, beside: Element | null): void {
  const board = document.querySelector<HTMLElement>(".playground")!;
  const box = document.createElement("p");
  box.className = "caption";
  box.setAttribute("aria-hidden", "true"); // it is told aloud with the log
  box.textContent = text.replace(/(?<=\p{Lu}\S*) (?=\d)| (?=\+\d)/gu, "\u00a0"); // a name keeps its number: "Hérisson 33 +3"
  for (const other of [...shown.keys()].slice(0, -1)) remove(other); // two at most
  board.append(box);
  shown.set(box, beside);
  shrink(box);
  place(box);
  const stays = (STAYS + LETTER * text.length) * Math.max(pace(), 1);
  box.animate([{ opacity: 0 }, { opacity: 1 }], 120);
  box.animate([{}, { opacity: 0 }], { delay: stays, duration: 250 }).finished.then(() => remove(box), () => undefined);
}

/** What is offered meanwhile is not hidden by what is still to be read. */
export function makeRoom(): void {
  if (!shown.size) return;
  const offered = [...layer("choices").children].map((each) => each.getBoundingClientRect());
  for (const box of shown.keys()) {
    const here = box.getBoundingClientRect();
    if (offered.some((each) => shared(here, each))) place(box);
  }
}

/** Lines of equal length leave room beside them: a box takes no more than they do. */
function shrink(box: HTMLElement): void {
  const text = document.createRange();
  text.selectNodeContents(box);
  box.style.width = `${Math.ceil(text.getBoundingClientRect().width)}px`;
}

function remove(box: HTMLElement): void {
  shown.delete(box);
  box.remove();
}

function place(box: HTMLElement): void {
  const area = box.parentElement!.getBoundingClientRect();
  const beside = shown.get(box)?.getBoundingClientRect() ?? middleOf(area);
  const { x, y } = freest(box, area, beside);
  box.style.left = `${x - area.x}px`;
  box.style.top = `${y - area.y}px`;
}

function middleOf({ x, y, width, height }: DOMRect): DOMRect {
  return new DOMRect(x + width / 2, y + height / 2);
}

/** Where a box hides the least of the pieces in sight, not far from what it tells of. */
function freest(box: HTMLElement, board: DOMRect, beside: DOMRect): DOMRect {
  const { offsetWidth: width, offsetHeight: height } = box;
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  const floor = Math.min(board.bottom, innerHeight, dock && dock.left < board.right ? dock.top : Infinity) - height - 4;
  const top = Math.max(4, document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0);
  const obstacles = pieces().map((each) => each.getBoundingClientRect());
  const others = [...shown.keys()].filter((each) => each !== box).map((each) => each.getBoundingClientRect());
  const places: [far: number, place: DOMRect][] = [];
  for (let y = Math.max(top, board.y - height - GAP); y <= floor; y += STEP) {
    for (let x = board.x + 4; x <= board.right - width - 4; x += STEP) {
      const place = new DOMRect(x, y, width, height);
      places.push([FAR * distance(place, beside), place]);
    }
  }
  let [best, least] = [new DOMRect(board.x + 4, board.y + 4), Infinity]; // where nobody looks at the board
  for (const [far, place] of places.sort(([one], [other]) => one - other)) {
    if (far >= least) break;
    const cost = far + SAID * hides(place, others) + hides(place, obstacles);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

function hides(place: DOMRect, others: DOMRect[]): number {
  return others.reduce((sum, each) => sum + shared(place, each), 0);
}

/** What should stay in sight: pieces, choices; lines and outlines may be crossed. */
function pieces(): Element[] {
  const found = [...layer("pieces").children].filter((each) => each.firstElementChild?.tagName !== "path");
  return [...found, ...layer("choices").children];
}

/** The square pixels that two boxes share. */
function shared(one: DOMRect, other: DOMRect): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** From the middle of one box to that of another, beyond what parts them at least. */
function distance(one: DOMRect, other: DOMRect): number {
  const across = Math.abs(one.x + one.width / 2 - other.x - other.width / 2);
  const down = Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
  return Math.hypot(across, Math.max(down, (one.height + other.height) / 2 + GAP));
}
