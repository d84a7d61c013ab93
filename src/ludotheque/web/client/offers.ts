// What the viewer may do, on the board: pieces that stand for moves. What a button does lights up
// on the board while it is pointed at, and the other way round.
import { find, layer, make, use, type Piece } from "./board";

export type Offer = [
  notation: string,
  label: string,
  on: string[], // pieces that make the move
  shown: Piece[],
  pick: string, // the piece to pick first
  ring: string,
];
export interface Mine {
  me?: number | null;
  turn?: string;
  roll?: string | null; // what one does for chance to decide; "": throw the dice
  moves?: Offer[];
  undo?: "now" | "ask";
}

const LIT = "pointed";
let offered = new Map<string, Offer>(); // by notation
let lights = new Map<string, SVGGElement[]>(); // by notation: all that stands for a move
const watchers: (() => void)[] = [];

/** Be told whenever other targets are in sight. */
export function onTargets(watcher: () => void): void {
  watchers.push(watcher);
}

/** The move of that notation, where it is offered. */
export function moveOf(notation: string): Offer | undefined {
  return offered.get(notation);
}

/** All on the board that stands for a move: first what makes it, then what it adds. */
export function lightsOf(notation: string): SVGGElement[] {
  return lights.get(notation) ?? [];
}

/** What can be pointed at on the board now. */
export function targets(): SVGGElement[] {
  const found = document.querySelectorAll<SVGGElement>(".playground :is([data-move], [data-pick])");
  return [...found].filter((element) => !element.closest(".unpicked"));
}

/** Take away what was offered on the board. */
export function clear(): void {
  lights = new Map();
  offered = new Map();
  layer("choices").replaceChildren();
  for (const element of layer("pieces").querySelectorAll(".movable")) unmark(element);
}

function unmark(element: Element): void {
  const { dataset } = element as SVGElement;
  element.classList.remove("movable", "picked", LIT);
  for (const part of element.querySelectorAll(":scope > .mark, :scope > .reach")) part.remove();
  for (const name of ["role", "aria-label", "aria-pressed", "tabindex"]) element.removeAttribute(name);
  if (dataset.label) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", dataset.label);
  }
  for (const name of ["label", "move", "pick"]) delete dataset[name];
}

/** Offer moves on the board. */
export function offer(moves: Offer[]): void {
  clear();
  for (const move of moves) place(move);
  for (const pick of picksOf(moves)) {
    const element = find(pick);
    if (element) mark(element, element.getAttribute("aria-label") ?? "", { pick }, moves.find((each) => each[4] === pick)![5]);
  }
  choose(moves[0]?.[4] ?? "");
}

/** The pieces of which one is to be picked first. */
export function picksOf(moves: Offer[]): string[] {
  return [...new Set(moves.map(([, , , , pick]) => pick).filter(Boolean))];
}

function place(move: Offer): void {
  const [notation, label, on, shown, pick, ring] = move;
  const added = shown.map(make);
  layer("choices").append(...added);
  const isOwn = added.some((element) => on.includes(element.id));
  for (const element of added) {
    element.classList.toggle("waits", !isOwn);
    if (pick) element.dataset.for = pick;
  }
  const makers = on.map(find).filter((element) => element !== null);
  makers.forEach((element, k) => mark(element, k ? "" : label, { move: notation }, ring));
  lights.set(notation, [...makers, ...added]);
  offered.set(notation, move);
}

/** Make a piece a button; without a label it takes a click, but not the keyboard. */
function mark(element: SVGGElement, label: string, data: Record<string, string>, ring: string): void {
  element.classList.add("movable");
  Object.assign(element.dataset, data, { label: element.getAttribute("aria-label") ?? "" });
  if (ring) {
    const symbol = use(ring);
    symbol.setAttribute("class", "mark");
    element.prepend(symbol);
  }
  if (!label && data.move) return;
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  if (label) element.setAttribute("aria-label", label);
}

/** Show the moves that begin with a piece. */
export function choose(pick: string): void {
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("#table [data-pick]")) {
    element.classList.toggle("picked", element.dataset.pick === pick);
    element.setAttribute("aria-pressed", String(element.dataset.pick === pick));
  }
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("#table [data-for]")) {
    element.classList.toggle("unpicked", element.dataset.for !== pick);
  }
  for (const watcher of watchers) watcher();
}

/** Light up what some moves would do, and nothing else. */
export function light(notations: string[]): void {
  for (const elements of lights.values()) for (const element of elements) element.classList.remove(LIT);
  for (const notation of notations) {
    const pick = moveOf(notation)?.[4];
    if (pick) choose(pick);
    for (const element of lightsOf(notation)) element.classList.add(LIT);
  }
}

function point(event: Event): void {
  const target = (event.target as Element).closest?.<HTMLElement | SVGElement>("[data-move]");
  if (!target || (event as PointerEvent).pointerType === "touch") return; // a finger covers what it points at
  const isOn = event.type === "pointerover" || event.type === "focusin";
  light(isOn ? [target.dataset.move!] : []);
}
for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, point);
