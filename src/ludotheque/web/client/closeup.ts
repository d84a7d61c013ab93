// A part of the board seen from near, as it would look after a move: the picture on its button.
import { layer } from "./board";

const MARGIN = 1.35; // how much more than the piece itself one sees
const LEAST = 56; // units of the board across, so that one sees what stands beside it
const EDGE = 8; // that a line or a shadow reaches beyond its shape

/** A picture of a piece alone. */
export function portrait(piece: SVGGElement): SVGSVGElement {
  const board = piece.ownerSVGElement!;
  const copy = board.cloneNode() as SVGSVGElement;
  const own = piece.cloneNode(true) as SVGGElement;
  own.style.transform = piece.style.transform;
  copy.append(own);
  return framed(copy, around(piece, board));
}

/** A picture of the board around an element of it, with these choices on it and no others. */
export function closeUp(middle: SVGGraphicsElement, shown: Element[] = []): SVGSVGElement {
  const board = middle.ownerSVGElement!;
  const copy = board.cloneNode(true) as SVGSVGElement;
  const place = around(middle, board);
  copyPlaces(board, copy);
  const view = onScreen(board, ...place);
  [...board.children].forEach((layer, k) => prune(layer, copy.children[k]!, view, new Set(shown)));
  keep(copy, new Set(shown.map(({ id }) => id)));
  return framed(copy, place);
}

/** Only to be looked at, from near. */
function framed(copy: SVGSVGElement, [x, y, size]: [x: number, y: number, size: number]): SVGSVGElement {
  for (const element of copy.querySelectorAll("defs, title, .reach")) element.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")]) strip(element);
  copy.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
  copy.ariaHidden = "true";
  copy.classList.add("close-up");
  return copy;
}

/** Leave out what cannot be seen from there: a board has a thousand parts, and styling each takes its time. */
function prune(from: Element, copy: Element, view: DOMRect, shown: Set<Element>): void {
  const copies = [...copy.children];
  [...from.children].forEach((element, k) => {
    if (shown.has(element)) return;
    if (!overlap(element.getBoundingClientRect(), view)) copies[k]!.remove();
    else if (element.tagName === "g") prune(element, copies[k]!, view, shown);
  });
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;
}

/** Where a part of the board is on the screen, and a little more: lines are wider than they are long. */
function onScreen(board: SVGSVGElement, x: number, y: number, size: number): DOMRect {
  const screen = board.getScreenCTM()!;
  const corner = new DOMPoint(x - EDGE, y - EDGE).matrixTransform(screen);
  const width = (size + 2 * EDGE) * screen.a;
  return new DOMRect(corner.x, corner.y, width, width);
}

/** Scripts set where pieces stand, and not every browser copies that. */
function copyPlaces(board: Element, copy: Element): void {
  for (const id of ["pieces", "choices"] as const) {
    const copies = copy.querySelector(`#${id}`)!.children;
    [...layer(id).children].forEach((element, k) => {
      (copies[k] as SVGElement).style.transform = (element as SVGElement).style.transform;
    });
  }
}

/** Only these choices are left, lit up; nothing else looks as if it could be pointed at. */
function keep(copy: Element, shown: Set<string>): void {
  for (const element of [...copy.querySelector("#choices")!.children]) if (!shown.has(element.id)) element.remove();
  for (const element of copy.querySelectorAll("#pieces > *, #choices > *")) {
    element.classList.remove("waits", "unpicked", "picked");
    element.classList.toggle("pointed", shown.has(element.id));
    if (shown.has(element.id)) continue;
    element.classList.remove("movable");
    element.querySelector(".mark")?.remove();
  }
}

/** Nothing of a picture can be called or found. */
function strip(element: Element): void {
  for (const { name } of [...element.attributes]) {
    if (/^(id|role|tabindex|data-|aria-)/.test(name)) element.removeAttribute(name);
  }
}

/** The part of the board that shows an element with its surroundings: its corner, and how far across. */
function around(element: SVGGraphicsElement, board: SVGSVGElement): [x: number, y: number, size: number] {
  const screen = board.getScreenCTM()!;
  const box = element.getBoundingClientRect();
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(screen.inverse());
  const parts = [...element.children].filter((part) => !part.matches(".reach")).map((part) => part.getBoundingClientRect());
  const size = Math.max(LEAST, (MARGIN * Math.max(...parts.flatMap(({ width, height }) => [width, height]))) / screen.a);
  return [x - size / 2, y - size / 2, size];
}
