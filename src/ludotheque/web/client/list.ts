// The buttons beside the board: a roll, or the moves in words. Where pieces are picked first, their
// moves are listed while they are. A list that is too long is shown in whole rows, and then all of it.
import { find, layer } from "./board";
import { portrait } from "./closeup";
import { element } from "./element";
import { chosen, onChoice, picksOf, type Mine, type Offer } from "./offers";

const ROWS = 176; // pixels of a list beside the board, with what is picked first
const FEW = 2; // moves are always listed there,
const FIRST = 16; // and more than these only once all are asked for

let listed: Offer[] = []; // the moves that are, once a piece is picked where that comes first,
let last = ""; // and all that is offered

/** Fill the place of the buttons; what is there already stays. */
export function list(mine: Mine): void {
  const actions = document.getElementById("actions");
  const offered = JSON.stringify([mine.roll, mine.moves, mine.undo]);
  if (!actions || (offered === last && actions.dataset.full)) return;
  const wasUnfolded = offered === last && actions.querySelector(".unfolded") !== null;
  last = offered;
  actions.dataset.full = "yes";
  const roll = mine.roll == null ? [] : [roller(mine.roll)];
  const moves = mine.moves?.length ? buttons(mine.moves, actions.dataset) : [];
  actions.replaceChildren(...roll, ...moves);
  actions.querySelector(".moves")?.classList.toggle("unfolded", wasUnfolded);
  for (const button of document.querySelectorAll<HTMLElement>("[data-undo]")) button.hidden = button.dataset.undo !== mine.undo;
}

function roller(label: string): Node {
  const button = document.querySelector<HTMLTemplateElement>("#roller")!.content.firstElementChild!.cloneNode(true);
  if (label) button.textContent = label;
  return button;
}

function buttons(moves: Offer[], words: DOMStringMap): Element[] {
  const picks = picksOf(moves).filter((pick) => find(pick));
  const isLoose = ([, , , , pick]: Offer): boolean => picks.length > 0 && !pick;
  const first = [...picks.map(picker), ...moves.filter(isLoose).map(mover)];
  listed = moves.filter((move) => !isLoose(move));
  const all = item(make("", "all quiet"));
  all.firstElementChild!.addEventListener("click", ({ currentTarget }) => {
    const moves = (currentTarget as Element).closest<HTMLElement>(".moves")!;
    unfold(moves);
    if (isOver(moves)) scrollBy({ top: Math.max(0, bottomOfRead() - dockOf(moves).getBoundingClientRect().top) });
    moves.querySelector("button")?.focus({ preventScroll: true });
  });
  return [...(first.length ? [row(first)] : []), row([all], words.label)];
}

function row(children: Element[], label?: string): Element {
  return label ? element("ul", { className: "moves", ariaLabel: label }, ...children) : element("div", { className: "picks" }, ...children);
}

function item(button: Element): Element {
  return element("li", {}, button);
}

export function make(text: string, style: string): HTMLButtonElement {
  return element("button", { className: `button ${style}`, type: "button" }, text);
}

/** The button of a move. */
export function mover([notation, label]: Offer): Element {
  const button = make(label, "move");
  button.dataset.move = notation;
  return button;
}

function picker(pick: string): Element {
  const piece = find(pick)!;
  const button = make("", "pick");
  button.append(portrait(piece), element("span", {}, piece.ariaLabel ?? ""));
  button.dataset.pick = pick;
  return button;
}

/** The moves that begin with what is picked, or with nothing. */
function wanted(): Offer[] {
  return listed.filter(([, , , , pick]) => !pick || pick === chosen);
}

/** Make the buttons of a list: those that may be seen, or all. What is listed already stays, as it is folded. */
function fill(): void {
  const moves = document.querySelector<HTMLElement>("#actions .moves");
  if (!moves) return;
  const isUnfolded = moves.matches(".unfolded");
  const made = `${chosen} ${isUnfolded}`;
  if (moves.dataset.made === made) return;
  moves.dataset.made = made;
  const all = moves.lastElementChild as HTMLElement;
  moves.replaceChildren(...wanted().slice(0, isUnfolded ? undefined : FIRST).map((move) => item(mover(move))), all);
  all.hidden = isUnfolded;
  if (isUnfolded) contain(moves);
  else queueMicrotask(fold); // once all else is there as well
}

/** Leave out what would not fit: whole buttons, never a part of one. */
function fold(): void {
  const moves = document.querySelector<HTMLElement>("#actions .moves:not(.unfolded)");
  if (!moves) return;
  const items = [...moves.children] as HTMLElement[];
  const all = items.pop()!;
  const count = wanted().length;
  for (const each of items) each.hidden = false;
  all.hidden = count === items.length;
  all.firstElementChild!.textContent = moves.parentElement!.dataset.all!.replace("{count}", String(count));
  moves.parentElement!.classList.remove("bare");
  const above = moves.offsetTop - moves.parentElement!.offsetTop; // pieces to be picked
  const [room, few] = isOver(moves) ? [roomFor(moves), 1] : [Math.max(ROWS - above, ROWS / 2), FEW];
  if (count <= few) return;
  if (moves.offsetHeight <= room) return;
  all.hidden = false;
  const tops = moves.offsetTop; // all are measured before anything changes
  const fitting = items.findIndex((each) => each.offsetTop + each.offsetHeight - tops > room);
  if (fitting >= 0) items.splice(fitting).forEach((each) => (each.hidden = true));
  // The last button needs room too, and a move that stands alone would look like advice.
  while (items.length && (items.length < 2 || moves.offsetHeight > room)) items.pop()!.hidden = true;
  moves.parentElement!.classList.toggle("bare", !items.length);
}

/** What is left for a list below what is to be read. */
function roomFor(list: HTMLElement): number {
  return innerHeight - bottomOfRead() - scrollY - (dockOf(list).offsetHeight - list.offsetHeight);
}

function dockOf(list: Element): HTMLElement {
  return list.closest<HTMLElement>(".dock")!;
}

/** Whether a list lies over the page, as on a phone, and not beside the board. */
function isOver(list: Element): boolean {
  return getComputedStyle(dockOf(list)).position === "sticky";
}

/** Where what a list should not cover ends: the tools, or where there are none the board. */
function bottomOfRead(): number {
  const last = document.querySelector("#seats ~ .tools") ?? layer("pieces").closest("svg")!;
  return last.getBoundingClientRect().bottom;
}

function unfold(moves: HTMLElement): void {
  moves.classList.add("unfolded");
  fill();
}

/** Let a list take no more than its room, and show where it goes on. */
export function contain(list: HTMLElement): void {
  const look = (): void => {
    list.classList.toggle("more", list.scrollHeight - list.scrollTop - list.clientHeight > 8);
  };
  if (isOver(list)) list.style.setProperty("--room", `${roomFor(list)}px`);
  list.addEventListener("scroll", look, { passive: true });
  look();
}

onChoice(fill);
addEventListener("resize", fold);
