// Fingers are wide: on a touch screen a target takes all taps within a square of 40 pixels about it,
// the board proposes and the sheet decides. A mouse or a pen points exactly, and acts at once.
import { part } from "./board";
import { choose, onTargets, targets } from "./offers";
import { soon } from "./motion";
import { dismiss, isProposed, propose } from "./sheet";

const WIDE = 42; // pixels: a finger, and a little more for rounding

let pointer = "";

/** Look after a tap; returns whether there is nothing more to do. */
export function touched(event: MouseEvent, take: (notation: string) => void): boolean {
  const target = event.target as Element;
  if (pointer !== "touch" || !event.detail || target.closest("#sheet ul")) return false;
  const listed = target.closest<HTMLElement>("#actions [data-move]");
  const near = target.closest(".playground") ? within(event.clientX, event.clientY) : [];
  const pick = near[0]?.dataset.pick;
  if (pick) choose(pick);
  const found = [...new Set([listed, ...near].flatMap((each) => each?.dataset.move ?? []))];
  if (pick || !found.length) {
    dismiss();
    return Boolean(pick);
  }
  isProposed(found[0]!) && found.length === 1 ? take(found[0]!) : propose(found);
  return true;
}

/** The targets that a finger there may mean, the nearest first. */
function within(x: number, y: number): SVGGElement[] {
  const found: [distance: number, target: SVGGElement][] = [];
  for (const target of targets()) {
    const { x: left, y: top, width, height } = target.getBoundingClientRect();
    const [right, down] = [Math.abs(x - left - width / 2), Math.abs(y - top - height / 2)];
    if (2 * right > Math.max(width, WIDE) || 2 * down > Math.max(height, WIDE)) continue;
    found.push([Math.hypot(right, down), target]);
  }
  return found.sort(([one], [other]) => one - other).map(([, target]) => target);
}

/** Let every target be as large as a finger, and dice to be rolled. One that is touched just now keeps what it has. */
function enlarge(): void {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const dice = document.querySelectorAll<SVGGElement>(".playground .rollable");
  const bare = [...targets(), ...dice].filter((target) => !target.querySelector(":scope > .reach"));
  const reaches = bare.map(reach); // all are measured before anything changes
  bare.forEach((target, k) => target.prepend(reaches[k]!));
}

function measure(): void {
  for (const reach of document.querySelectorAll(".playground .reach")) reach.remove();
  enlarge();
}

function reach(target: SVGGElement): Element {
  const box = target.getBBox();
  const scale = target.getBoundingClientRect().width / box.width || 1;
  const [width, height] = [Math.max(box.width, WIDE / scale), Math.max(box.height, WIDE / scale)];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return part("rect", { class: "hit reach", x, y, width, height });
}

onTargets(() => soon(enlarge));
addEventListener("resize", measure);
document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
