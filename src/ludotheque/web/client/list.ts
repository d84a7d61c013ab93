// The buttons beside the board: a roll, or the moves in words. Where pieces are picked first, their
// moves are listed while they are. A list that is too long is shown in whole rows, and then all of it.
import { closeUp } from "./closeup";
import { find, layer } from "./board";
import { onTargets, picksOf, type Mine, type Offer } from "./offers";

const ROWS = 176; // pixels of a list beside the board
const FEW = 2; // moves are always listed

let listed = ""; // the moves that are

/** Fill the place of the buttons. */
export function list(mine: Mine): void {
  const actions = document.getElementById("actions");
  if (!actions) return;
  const roll = mine.roll == null ? [] : [roller(mine.roll)];
  const moves = mine.moves?.length ? buttons(mine.moves, actions.dataset) : [];
  const same = String(mine.moves?.map(([notation]) => notation));
  const wasUnfolded = same === listed && actions.querySelector(".unfolded") !== null;
  listed = same;
  actions.replaceChildren(...roll, ...moves);
  if (wasUnfolded) unfold(actions.querySelector(".moves")!);
  for (const element of document.querySelectorAll<HTMLElement>("[data-undo]")) {
    element.hidden = element.dataset.undo !== mine.undo;
  }
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
  const rest = moves.filter((move) => !isLoose(move)).map((move) => item(mover(move), move[4]));
  const all = item(make("", "all quiet"));
  all.firstElementChild!.addEventListener("click", ({ currentTarget }) => {
    const moves = (currentTarget as Element).closest(".moves")!;
    unfold(moves);
    moves.querySelector("button")?.focus();
  });
  return [...(first.length ? [row(first)] : []), row([...rest, all], words.label)];
}

function row(children: Element[], label?: string): Element {
  const element = document.createElement(label ? "ul" : "div");
  element.className = label ? "moves" : "picks";
  if (label) element.setAttribute("aria-label", label);
  element.append(...children);
  return element;
}

function item(button: Element, pick = ""): Element {
  const element = document.createElement("li");
  if (pick) element.dataset.for = pick;
  element.append(button);
  return element;
}

export function make(text: string, style: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.className = `button ${style}`;
  button.type = "button";
  button.append(text);
  return button;
}

function mover([notation, label]: Offer): Element {
  const button = make(label, "move");
  button.dataset.move = notation;
  return button;
}

function picker(pick: string): Element {
  const piece = find(pick)!;
  const button = make("", "pick");
  const name = document.createElement("span");
  name.textContent = piece.getAttribute("aria-label");
  button.append(closeUp(piece), name);
  button.dataset.pick = pick;
  return button;
}

/** Leave out what would not fit: whole buttons, never a part of one. */
function fold(): void {
  const moves = document.querySelector<HTMLElement>("#actions .moves:not(.unfolded)");
  if (!moves) return;
  const items = [...moves.querySelectorAll<HTMLElement>("li:not(.unpicked)")];
  const all = items.pop()!;
  for (const each of items) each.hidden = false;
  all.hidden = true;
  all.firstElementChild!.textContent = moves.parentElement!.dataset.all!.replace("{count}", String(items.length));
  const room = roomFor(moves);
  if (items.length <= FEW) return;
  while (moves.offsetHeight > room && items.length) {
    all.hidden = false;
    items.pop()!.hidden = true;
  }
}

/** On a phone, what is left below the board. */
function roomFor(moves: HTMLElement): number {
  const dock = moves.closest<HTMLElement>(".dock")!;
  if (getComputedStyle(dock).position !== "sticky") return ROWS;
  const bottom = layer("pieces").closest("svg")!.getBoundingClientRect().bottom + scrollY;
  return innerHeight - bottom - (dock.offsetHeight - moves.offsetHeight);
}

function unfold(moves: Element): void {
  moves.classList.add("unfolded");
  for (const each of moves.querySelectorAll<HTMLElement>("li")) each.hidden = !each.nextElementSibling;
}

onTargets(() => queueMicrotask(fold)); // once the list is there as well
addEventListener("resize", fold);
