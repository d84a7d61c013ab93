// What the viewer may do, on the board: pieces that stand for moves. What a button does lights up
// on the board while it is pointed at, and the other way round.
import { call, find, known, layer, make, ring, unring, type Piece } from "./board";

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
const SLICE = 8; // moves that are drawn before anything else may be done: a slow phone takes its time
let offered = new Map<string, Offer>(); // by notation
let kept: string[] = []; // moves that are lit while nothing is pointed at
const marked = new Set(document.querySelectorAll<SVGGElement>("#pieces > .movable")); // pieces that are buttons
let lights = new Map<string, SVGGElement[]>(); // by notation: all that stands for a move, once it is drawn
let drawn = ""; // the moves that the layer of choices was drawn for,
let undrawn: Offer[] = []; // those of them that are still to be drawn,
let drawing = 0; // and when more will be
const watchers: (() => void)[] = [];
const choosers: (() => void)[] = [];

export let chosen = ""; // the piece that is picked
export let isWithdrawn = false; // whether what is drawn is offered only later

/** Be told whenever other targets are in sight. */
export function onTargets(watcher: () => void): void {
  watchers.push(watcher);
}

/** Be told whenever other moves can be chosen from. */
export function onChoice(watcher: () => void): void {
  choosers.push(watcher);
}

/** The move of that notation, where it is offered. */
export function moveOf(notation: string): Offer | undefined {
  return offered.get(notation);
}

/** All on the board that stands for a move: first what makes it, then what it adds. */
export function lightsOf(notation: string): SVGGElement[] {
  const move = moveOf(notation);
  if (move && !lights.has(notation)) place(move);
  return lights.get(notation) ?? [];
}

/** What can be pointed at on the board now. */
export function targets(): SVGGElement[] {
  if (isWithdrawn) return [];
  const found = document.querySelectorAll<SVGGElement>(":is(#pieces, #choices) > :is([data-move], [data-pick])");
  return [...found].filter((element) => !element.closest(".unpicked"));
}

/** Take away what was offered on the board: all at once, for to hide it first would style every part of it anew. */
export function clear(): void {
  drawn = "";
  hide();
  layer("choices").replaceChildren();
}

/** Hide it: if the same is offered again, it need not be drawn anew. */
export function hide(): void {
  if (isWithdrawn) return;
  isWithdrawn = true;
  layer("choices").classList.add("withdrawn");
  unlight();
  cancelAnimationFrame(drawing);
  lights = new Map();
  offered = new Map();
  marked.forEach(unmark);
  marked.clear();
  tellPicked("");
}

/** Say above the board that a piece of it is picked: a style that had to look for one would do so at every move. */
function tellPicked(pick: string): void {
  layer("pieces").closest(".playground")!.classList.toggle("picking", Boolean(pick));
}

function unmark(element: SVGGElement): void {
  const { dataset } = element;
  element.classList.remove("movable", "picked", LIT);
  unring(element);
  call(element, known.get(element)?.[7] ?? dataset.label);
  element.ariaPressed = null;
  element.removeAttribute("tabindex");
  delete dataset.label;
  delete dataset.move;
  delete dataset.pick;
}

/** Offer moves on the board. */
export function offer(moves: Offer[]): void {
  const wanted = JSON.stringify(moves);
  wanted === drawn ? hide() : clear();
  drawn = wanted;
  isWithdrawn = false;
  layer("choices").classList.remove("withdrawn");
  offered = new Map(moves.map((move) => [move[0], move]));
  for (const pick of picksOf(moves)) {
    const element = find(pick);
    if (element) mark(element, element.ariaLabel ?? "", { pick }, moves.find((each) => each[4] === pick)![5]);
  }
  choose(moves[0]?.[4] ?? "");
}

/** The pieces of which one is to be picked first. */
export function picksOf(moves: Offer[]): string[] {
  return [...new Set(moves.map(([, , , , pick]) => pick).filter(Boolean))];
}

/** Draw moves, a few at a time: nothing waits for long. */
function draw(): void {
  for (let count = 0; count < SLICE && undrawn.length; ) count += Number(place(undrawn.shift()!));
  for (const watcher of watchers) watcher();
  drawing = undrawn.length ? requestAnimationFrame(draw) : 0;
}

/** Let a move be seen on the board; what is left of it from before serves again. Returns whether it was drawn. */
function place([notation, label, on, shown, pick, symbol]: Offer): boolean {
  if (lights.has(notation)) return false;
  const old = shown.map(([id]) => find(id));
  const isNew = old.includes(null);
  const added = isNew ? shown.map(make) : (old as SVGGElement[]);
  if (isNew) layer("choices").append(...added);
  const isOwn = added.some((element) => on.includes(element.id));
  for (const element of isNew ? added : []) {
    element.classList.toggle("waits", !isOwn);
    if (pick) element.dataset.for = pick;
  }
  const makers = on.map(find).filter((element) => element !== null);
  makers.forEach((element, k) => {
    if (isNew || !added.includes(element)) mark(element, k ? "" : label, { move: notation }, symbol);
  });
  lights.set(notation, [...makers, ...added]);
  return isNew;
}

/** Make a piece a button; without a label it takes a click, but not the keyboard. */
function mark(element: SVGGElement, label: string, data: Record<string, string>, symbol: string): void {
  if (element.parentElement === layer("pieces")) marked.add(element);
  element.classList.add("movable");
  Object.assign(element.dataset, data, { label: element.ariaLabel ?? "" });
  if (symbol) ring(element, symbol);
  if (!label && data.move) return;
  element.role = "button";
  element.tabIndex = 0;
  if (label) element.ariaLabel = label;
}

/** Show the moves that begin with a piece, and those that begin with none. */
export function choose(pick: string): void {
  chosen = pick;
  tellPicked(pick);
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("#table [data-pick]")) {
    element.classList.toggle("picked", element.dataset.pick === pick);
    element.ariaPressed = String(element.dataset.pick === pick);
  }
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("#table [data-for]")) {
    element.classList.toggle("unpicked", element.dataset.for !== pick);
  }
  cancelAnimationFrame(drawing);
  undrawn = [...offered.values()].filter((move) => ["", pick].includes(move[4]));
  draw();
  for (const watcher of choosers) watcher();
}

function unlight(): void {
  for (const elements of lights.values()) for (const element of elements) element.classList.remove(LIT);
}

/** Light up what some moves would do, and nothing else. */
export function light(notations: string[]): void {
  unlight();
  for (const notation of notations) {
    const pick = moveOf(notation)?.[4];
    if (pick) choose(pick);
  }
  for (const notation of notations.length ? notations : kept) {
    for (const element of lightsOf(notation)) element.classList.add(LIT);
  }
}

/** Keep some moves lit while nothing is pointed at. */
export function keepLit(notations: string[]): void {
  kept = notations;
  light(notations);
}

function point(event: Event): void {
  const target = (event.target as Element).closest?.<HTMLElement | SVGElement>("[data-move]");
  if (!target || (event as PointerEvent).pointerType === "touch") return; // a finger covers what it points at
  const isOn = event.type === "pointerover" || event.type === "focusin";
  light(isOn ? [target.dataset.move!] : []);
}
for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, point);
