// The keyboard on the board: arrows lead from target to target, as the eye would go.
import { targets } from "./offers";
import { dismiss } from "./sheet";

const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function press(event: KeyboardEvent): void {
  if (event.key === "Escape") dismiss();
  const way = WAYS[event.key];
  const from = document.activeElement?.closest<SVGGElement>(".playground [tabindex]");
  if (!way || !from) return;
  event.preventDefault();
  next(from, way)?.focus();
}

/** The nearest target that way; what lies aside counts as further. */
function next(from: SVGGElement, [right, down]: [number, number]): SVGGElement | undefined {
  const [x, y] = middle(from);
  const found: [distance: number, target: SVGGElement][] = [];
  for (const target of targets()) {
    const [dx, dy] = [middle(target)[0] - x, middle(target)[1] - y];
    const along = dx * right + dy * down;
    if (target.tabIndex === 0 && along > 1) found.push([along + 2 * Math.abs(dx * down + dy * right), target]);
  }
  return found.sort(([one], [other]) => one - other)[0]?.[1];
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

document.addEventListener("keydown", press);
