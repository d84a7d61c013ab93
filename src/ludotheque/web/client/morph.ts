// Puts new parts of the page in the old ones' place, keeping what did not change.
import { element } from "./element";

export const root = document.getElementById("table")!; // that all parts of the page are in
const LINES = 60; // of the log at most

export type Line = [number: number, kind: string, text: string];

/** Replace each part by its new HTML; what the reader opened or holds stays. The table says what they are about. */
export function replaceParts(parts: Record<string, string>): void {
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.firstElementChild;
    if (!old || !fresh) continue;
    if (isAlike(old, fresh)) morph(old, fresh);
    else old.replaceWith(fresh);
  }
  const about = document.getElementById("status")!.dataset;
  if (root.dataset.phase === "open" && about.phase === "playing") scrollTo(0, 0); // to the board, from the invitation
  Object.assign(root.dataset, about);
}

/** Add sentences to the log, each after those of earlier events; the oldest go. */
export function addLines(lines: Line[]): void {
  const list = document.querySelector("#log ol");
  if (!list) return;
  for (const [number, kind, text] of lines) {
    const line = element("li", { className: kind }, text);
    line.dataset.line = String(number);
    let after = list.lastElementChild as HTMLElement | null;
    while (after && Number(after.dataset.line) > number) after = after.previousElementSibling as HTMLElement | null;
    after ? after.after(line) : list.prepend(line);
    if (list.childElementCount > LINES) list.firstElementChild!.remove();
  }
}

/** Begin the log anew. */
export function replaceLines(lines: Line[]): void {
  document.querySelector("#log ol")?.replaceChildren();
  addLines(lines);
}

/** Make an element like a fresh one: what is in both stays, and with it the keyboard's place. */
function morph(old: Element, fresh: Element): void {
  if (old.matches(".bubble, .speech")) return; // a gesture is seen to its end
  if (old instanceof HTMLDetailsElement) (fresh as HTMLDetailsElement).open = old.open;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    let same = next;
    while (same && !isAlike(same, child)) same = same.nextSibling;
    if (!same) {
      old.insertBefore(child, next);
      continue;
    }
    while (next !== same) next = drop(next!);
    if (same instanceof Element) morph(same, child as Element);
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
    next = same.nextSibling;
  }
  while (next) next = drop(next);
}

function drop(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Whether two stand for the same thing: a button that does something else is another button. */
function isAlike(one: Node, other: Node): boolean {
  if (one.nodeName !== other.nodeName) return false;
  return ["id", "data-command", "data-move"].every((name) => (one as Element).getAttribute?.(name) === (other as Element).getAttribute?.(name));
}
