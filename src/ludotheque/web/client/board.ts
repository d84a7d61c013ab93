// Pieces on a board, from plain data. It knows no game: a piece is made of symbols that the
// board brought along, a path and a text, and stands where it is told to.

export type Piece = [
  id: string,
  symbols?: string,
  x?: number,
  y?: number,
  size?: number,
  style?: string,
  text?: string,
  label?: string,
  path?: string,
];
export type Point = [x: number, y: number];
export type Place = [x: number, y: number, scale: number];

const SVG = "http://www.w3.org/2000/svg";
export const known = new WeakMap<Element, Piece>(); // what elements made by a script show: what stays the same is not made anew

export function layer(id: "pieces" | "choices"): Element {
  return document.getElementById(id)!;
}

export let up = -1; // the way to the top of the screen, along y

/** Show the board from the other side, or as it was drawn; the sheet turns back what is to be upright. */
export function turnRound(isTurned: boolean): void {
  const board = layer("pieces").closest("svg")!;
  const { width, height } = board.viewBox.baseVal;
  up = isTurned ? 1 : -1;
  board.classList.toggle("turned", isTurned);
  for (const part of board.querySelectorAll(":scope > g")) {
    if (isTurned) part.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    else part.removeAttribute("transform");
  }
}

/** The element of a piece, where it is on the board. */
export function find(id: string): SVGGElement | null {
  return document.getElementById(id) as SVGGElement | null;
}

/** Where an element stands: its classes say so. */
export function placeOf(element: Element): Place {
  const [, x = 0, y = 0, size = 100] = /\bat x(-?\d+) y(-?\d+)(?: z(\d+))?/.exec(element.getAttribute("class") ?? "") ?? [];
  return [Number(x), Number(y), Number(size) / 100];
}

export function transform([x, y, scale]: Place, rotate = ""): string {
  return `translate(${x}px,${y}px) ${rotate}scale(${scale})`;
}

/** A new element for a piece. */
export function make(piece: Piece): SVGGElement {
  const element = part("g", { id: piece[0] }) as SVGGElement;
  dress(element, piece);
  return element;
}

/** Let an element look and stand as its piece says. */
export function dress(element: SVGGElement, piece: Piece): void {
  const [, symbols = "", x = 0, y = 0, size = 100, style = "", text = "", label = "", path = ""] = piece;
  const before = known.get(element);
  const isAlike = (...fields: number[]): boolean => fields.every((k) => before?.[k] === piece[k]);
  known.set(element, piece);
  element.setAttribute("class", `${style} at x${x} y${y} z${size}`);
  if (!before || !isAlike(2, 3, 4)) element.style.transform = transform([x, y, size / 100]);
  call(element, label);
  if (before && isAlike(1, 6, 8)) return unring(element);
  element.replaceChildren(
    ...(path ? [part("path", { d: path })] : []),
    ...symbols.split(" ").filter(Boolean).map(use),
    ...(text ? [written(text)] : []),
  );
}

/** Say to those who listen what an element is. */
export function call(element: Element, label = ""): void {
  element.role = label ? "img" : null;
  element.ariaLabel = label || null;
}

/** Say that a piece can be pointed at, */
export function ring(element: Element, symbol: string): void {
  element.prepend(part("use", { href: `#s-${symbol}`, class: "mark" }));
}

/** or no longer. */
export function unring(element: Element): void {
  for (const part of [...element.children]) if (part.matches(".mark, .reach")) part.remove();
}

/** A symbol that the board brought along. */
function use(symbol: string): Element {
  return part("use", { href: `#s-${symbol}` });
}

function written(text: string): Element {
  const element = part("text", { dy: ".36em" });
  element.textContent = text;
  return element;
}

/** An element of a picture. */
export function part(name: string, attributes: Record<string, unknown>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Put a piece on the board, behind everything that follows it. */
export function add(after: string, piece: Piece): SVGGElement {
  const element = make(piece);
  const before = after ? find(after) : null;
  before ? before.after(element) : layer("pieces").prepend(element);
  return element;
}

/** Show these pieces and no others. */
export function show(pieces: Piece[]): void {
  const kept = new Set(pieces.map(([id]) => id));
  for (const element of [...layer("pieces").children]) if (!kept.has(element.id)) element.remove();
  let previous = "";
  for (const piece of pieces) {
    const element = find(piece[0]);
    element ? dress(element, piece) : add(previous, piece);
    previous = piece[0];
  }
}
