// What a step came to, in few words that stand on the board for a moment, near what it tells of and
// where they hide the least. Each stays long enough to be read, whatever goes on meanwhile.
import { layer, type Piece, type Point } from "./board";
import { element } from "./element";
import { soon } from "./motion";
import { pace } from "./settings";

const STAYS = 1600; // milliseconds, and for every letter
const LETTER = 32;
const SHORT = 0.6; // of that at least, however fast things go
const SIZE = 16; // pixels from the middle of a piece to its edge, more or less
const GAP = 8; // pixels between a caption and what it tells of
const STEP = 14; // between two places that are tried
const SAID = 9; // times as bad to hide what is said as what stands there
const FAR = 10; // square pixels that may be hidden rather than stand one pixel further away

type Box = Pick<DOMRect, "x" | "y" | "width" | "height">; // plain numbers: they are compared by the thousand

const shown = new Map<HTMLElement, Element | null>(); // with what each tells of

/**
 * Say something near an element, once what it tells of is seen; near the middle of the board where there is none.
 * Where pieces are still to go is left free.
 */
export function caption(text: string, beside: Element | null, going: Piece[]): void {
  soon(() => say(text, beside, going));
}

function say(text: string, beside: Element | null, going: Piece[]): void {
  const board = document.querySelector<HTMLElement>(".playground")!;
  const box = element("p", { className: "caption", ariaHidden: "true" }, text); // it is told aloud with the log
  const ends = going.map(([, , x = 0, y = 0]): Point => [x, y]);
  for (const other of [...shown.keys()].slice(0, -1)) remove(other); // two at most
  makeRoom(ends);
  board.append(box);
  shown.set(box, beside);
  shrink(box);
  place(box, ends.map(areaOf));
  const stays = (STAYS + LETTER * text.length) * Math.max(pace(), SHORT);
  box.animate([{ opacity: 0 }, { opacity: 1 }], 120);
  box.animate([{}, { opacity: 0 }], { delay: stays, duration: 250 }).onfinish = () => remove(box);
}

/** What is offered or thrown meanwhile, or walks or goes by these points, is not hidden by what is still to be read. */
export function makeRoom(points: Point[] = []): void {
  if (!shown.size) return;
  const houses = points.map(areaOf);
  const wanted = [...[...document.querySelectorAll("#choices > *, #pieces > .die:not(.spent)")].map(boxOf), ...houses];
  for (const box of shown.keys()) if (hides(boxOf(box), wanted)) place(box, houses);
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

function place(box: HTMLElement, ends: Box[] = []): void {
  const area = boxOf(box.parentElement!);
  const told = shown.get(box);
  const beside = told?.isConnected ? boxOf(told) : middleOf(area);
  const { x, y } = freest(box, area, beside, ends);
  box.style.left = `${x - area.x}px`;
  box.style.top = `${y - area.y}px`;
}

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** Where a piece that stands at a point is on the screen. */
function areaOf([x, y]: Point): Box {
  const end = new DOMPoint(x, y).matrixTransform((layer("pieces") as SVGGElement).getScreenCTM()!);
  return { x: end.x - SIZE, y: end.y - SIZE, width: 2 * SIZE, height: 2 * SIZE };
}

function middleOf({ x, y, width, height }: Box): Box {
  return { x: x + width / 2, y: y + height / 2, width: 0, height: 0 };
}

/** Where a box hides the least of the pieces in sight, not far from what it tells of. */
function freest(box: HTMLElement, board: Box, beside: Box, ends: Box[]): Box {
  const { offsetWidth: width, offsetHeight: height } = box;
  const [right, bottom] = [board.x + board.width, board.y + board.height];
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  const floor = Math.min(bottom, innerHeight, dock && dock.left < right ? dock.top : Infinity) - height - 4;
  const top = Math.max(4, document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0);
  const obstacles = [...pieces().map(boxOf), ...ends];
  const others = [...shown.keys()].filter((each) => each !== box).map(boxOf);
  const rows = nearest(beside.y + (beside.height - height) / 2, Math.max(top, board.y - height - GAP), floor);
  const columns = nearest(beside.x + (beside.width - width) / 2, board.x + 4, right - width - 4);
  let [best, least] = [{ ...board, x: board.x + 4, y: board.y + 4 }, Infinity]; // where nobody looks at the board
  for (const y of rows) {
    for (const x of columns) {
      const place = { x, y, width, height };
      const far = FAR * distance(place, beside);
      if (far >= least) break; // the rest of the row is further still
      const cost = far + SAID * hides(place, others) + hides(place, obstacles);
      if (cost < least) [best, least] = [place, cost];
    }
  }
  return best;
}

/** Steps from one place to another, those nearest to a third first. */
function nearest(to: number, first: number, last: number): number[] {
  const found: number[] = [];
  for (let at = first; at <= last; at += STEP) found.push(at);
  return found.sort((one, other) => Math.abs(one - to) - Math.abs(other - to));
}

function hides(place: Box, others: Box[]): number {
  return others.reduce((sum, each) => sum + shared(place, each), 0);
}

/** What should stay in sight: pieces, choices; lines and outlines may be crossed. */
function pieces(): Element[] {
  const found = [...layer("pieces").children].filter((each) => each.firstElementChild?.tagName !== "path");
  return [...found, ...layer("choices").children];
}

/** The square pixels that two boxes share. */
function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** From the middle of one box to that of another, beyond what parts them at least. */
function distance(one: Box, other: Box): number {
  const across = Math.abs(one.x + one.width / 2 - other.x - other.width / 2);
  const down = Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
  return Math.hypot(across, Math.max(down, (one.height + other.height) / 2 + GAP));
}
