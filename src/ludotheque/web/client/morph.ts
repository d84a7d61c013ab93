// Puts new parts of the page in the old ones' place, keeping what did not change.
import { Idiomorph } from "idiomorph";

const SVG_PARTS = new Set(["pieces"]);

/** Replace each part by its new HTML; elements keep their identity, so that pieces glide. */
export function replaceParts(parts: Record<string, string>): void {
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    const fresh = parse(id, html);
    if (old && fresh) Idiomorph.morph(old, fresh, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: keepOpen } });
  }
}

function parse(id: string, html: string): Element | null {
  const holder = document.createElement("template");
  holder.innerHTML = SVG_PARTS.has(id) ? `<svg>${html}</svg>` : html;
  const root = holder.content.firstElementChild;
  return SVG_PARTS.has(id) ? (root?.firstElementChild ?? null) : root;
}

/** What the reader opened stays open. */
function keepOpen(old: Node, fresh: Node): boolean {
  if (old instanceof HTMLDetailsElement && fresh instanceof HTMLDetailsElement) fresh.open = old.open;
  return true;
}
