// A part of the board seen from near, as it would look after a move: the picture on its button.
import { layer } from "./board";

const MARGIN = 1.35; // how much more than the piece itself one sees
const LEAST = 56; // units of the board across, so that one sees what stands beside it

/** A picture of the board around an element of it, with these choices on it and no others. */
export function closeUp(middle: SVGGraphicsElement, shown: Element[] = []): SVGSVGElement {
  const board = middle.ownerSVGElement!;
  const copy = board.cloneNode(true) as SVGSVGElement;
  copyPlaces(board, copy);
  keep(copy, new Set(shown.map(({ id }) => id)));
  for (const element of copy.querySelectorAll("defs, title, .reach")) element.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")]) strip(element);
  copy.setAttribute("viewBox", around(middle, board));
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("close-up");
  return copy;
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

/** The part of the board that shows an element with its surroundings. */
function around(element: SVGGraphicsElement, board: SVGSVGElement): string {
  const screen = board.getScreenCTM()!;
  const box = element.getBoundingClientRect();
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(screen.inverse());
  const parts = [...element.children].filter((part) => !part.matches(".reach")).map((part) => part.getBoundingClientRect());
  const size = Math.max(LEAST, (MARGIN * Math.max(...parts.flatMap(({ width, height }) => [width, height]))) / screen.a);
  return `${x - size / 2} ${y - size / 2} ${size} ${size}`;
}
