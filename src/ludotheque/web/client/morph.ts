// Puts new parts of the page in the old ones' place, keeping what did not change.
import { Idiomorph } from "idiomorph";

const LINES = 60; // of the log at most
const SVG_PARTS = new Set(["pieces"]);

/** Replace each part by its new HTML; elements keep their identity, so that pieces glide. */
export function replaceParts(parts: Record<string, string>): void {
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    const fresh = parse(id, html);
    if (old && fresh) Idiomorph.morph(old, fresh, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: keepOpen } });
  }
}

/** Add sentences to the log, each after those of earlier events; the oldest go. */
export function addLines(lines: string[]): void {
  const list = document.querySelector("#log ol");
  if (!list) return;
  for (const html of lines) {
    const line = parse("log", html) as HTMLElement;
    let after = list.lastElementChild as HTMLElement | null;
    while (after && Number(after.dataset.line) > Number(line.dataset.line)) {
      after = after.previousElementSibling as HTMLElement | null;
    }
    after ? after.after(line) : list.prepend(line);
    if (list.childElementCount > LINES) list.firstElementChild!.remove();
  }
}

function parse(id: string, html: string): Element | null {
  const holder = document.createElement("template");
  holder.innerHTML = SVG_PARTS.has(id) ? `<svg>${html}</svg>` : html;
  const root = holder.content.firstElementChild;
  return SVG_PARTS.has(id) ? (root?.firstElementChild ?? null) : root;
}

/** What the reader opened stays open, and a gesture is seen to its end. */
function keepOpen(old: Node, fresh: Node): boolean {
  if (old instanceof Element && old.matches(".bubble")) return false;
  if (old instanceof HTMLDetailsElement && fresh instanceof HTMLDetailsElement) fresh.open = old.open;
  return true;
}
