// The sheet at the bottom of a small screen: what a finger may have meant, each with a large picture
// of what it would do. Nothing is done before it is confirmed there, or by a second tap.
import { closeUp } from "./closeup";
import { element } from "./element";
import { contain, make } from "./list";
import { light, lightsOf, moveOf } from "./offers";

const sheet = document.getElementById("sheet")!;
let proposed: string[] = [];

/** Whether that move, and no other, is proposed. */
export function isProposed(notation: string): boolean {
  return proposed.length === 1 && proposed[0] === notation;
}

/** Show these moves on the board and in the sheet. */
export function propose(notations: string[]): void {
  proposed = notations;
  light(notations);
  sheet.hidden = !notations.length;
  if (sheet.hidden) return;
  sheet.querySelector("h2")!.textContent = (notations.length > 1 ? sheet.dataset.many : sheet.dataset.one)!;
  const list = sheet.querySelector("ul")!;
  list.replaceChildren(...notations.map(candidate));
  contain(list);
  reveal(notations[0]!);
}

/** Take the sheet away. */
export function dismiss(): void {
  if (proposed.length) propose([]);
}

/** Put the sheet aside while something happens, */
export function suspend(): void {
  if (proposed.length) sheet.hidden = true;
}

/** and show it again, with what is still offered of it. */
export function resume(): void {
  if (proposed.length) propose(proposed.filter(moveOf));
}

function candidate(notation: string): Element {
  const button = make("", proposed.length > 1 ? "move" : "move primary");
  const shown = lightsOf(notation);
  const middle = shown.at(-1);
  if (middle) button.append(closeUp(middle, shown));
  button.append(element("span", {}, moveOf(notation)![1]));
  button.dataset.move = notation;
  return element("li", {}, button);
}

/** What is shown on the board is not hidden under what lies at the bottom of a small screen. */
export function reveal(notation: string): void {
  const dock = document.querySelector(".dock")!;
  if (getComputedStyle(dock).position !== "sticky") return;
  const below = Math.max(...lightsOf(notation).map((each) => each.getBoundingClientRect().bottom)) + 8 - dock.getBoundingClientRect().top;
  if (below > 0) scrollBy({ top: below });
}
