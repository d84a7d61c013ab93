// Moments worth a gesture, by their names: how each looks, sounds and feels. Games name them;
// what befalls no piece befalls the board.
import { layer, make, placeOf, transform, up, type Place } from "./board";
import { isStill, play, seen, type Gesture } from "./motion";
import { isOn } from "./settings";
import { sing, type Voice } from "./sound";

export type Cue = [name: string, on: string];

const CUES: Record<string, [gestures: Gesture[], voice: Voice, buzz: number[]]> = {
  begin: [["ring"], "bell", [15]],
  out: [["ring"], "pop", [12]],
  hit: [["shake", "burst"], "thud", [45]],
  arrive: [["pulse", "stars"], "fanfare", [20, 40, 20, 40, 40]],
  again: [["pulse"], "bright", [15, 40, 15]],
  bonus: [["pulse", "ring"], "coin", [15, 30, 25]],
  penalty: [["shake"], "fall", [90]],
  wall: [["ring"], "knock", [25]],
  build: [["ring", "stars"], "fanfare", [25, 40, 25]],
  close: [["ring", "stars"], "bell", [30, 50, 60]],
  score: [["pulse", "stars"], "coin", [15, 30, 15]],
  alarm: [["shake"], "alarm", [60, 60, 60]],
  destroy: [["burst"], "thud", [60]],
};

/** Let what happened be seen, heard and felt; the board takes what befalls no piece in sight. */
export async function mark(cues: Cue[]): Promise<void> {
  const told = new Set<string>();
  const seen = cues.map(async ([name, on]) => {
    const [gestures, voice, buzz] = CUES[name] ?? [[], "", []];
    const piece = (on && document.getElementById(on)) || layer("pieces").closest("svg")!;
    if (!told.has(name)) {
      if (voice) sing(voice);
      if (isOn("buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzz);
      told.add(name);
    }
    await Promise.all(gestures.map((gesture) => show(gesture, piece as SVGGraphicsElement)));
  });
  await Promise.all(seen);
}

async function show(gesture: Gesture, piece: SVGGraphicsElement): Promise<unknown> {
  if (isStill()) return;
  await seen(); // to measure sooner would lay out the board twice
  if (!piece.isConnected) return;
  const [x, y, scale] = middle(piece);
  if (gesture === "shake") return shake(piece);
  if (gesture === "pulse") return pulse(piece);
  if (gesture === "ring") return throng(1, "halo", gesture, () => [[x, y, scale * 0.5], [x, y, scale * 2.4]]);
  const [count, symbol, far, lift] = gesture === "burst" ? ([9, "spark", 42, 0] as const) : ([7, "star", 58, 34] as const);
  return throng(count, symbol, gesture, (k) => {
    const angle = (2 * Math.PI * (k + Math.random() / 2)) / count;
    const [dx, dy] = [far * scale * Math.cos(angle), far * scale * Math.sin(angle)];
    return [[x + dx / 4, y + dy / 4, scale * 0.7], [x + dx, y + dy + up * lift, scale * 0.4]];
  });
}

/** What is shaken is seen, whatever stands above it: a copy of it is shaken above everything. */
async function shake(piece: SVGGraphicsElement): Promise<void> {
  const isPiece = piece.parentElement === layer("pieces"); // it is knocked off its place: who did that is seen there
  const frames = [0, -6, 6, -5, 4, -2, 0].map((dx) => ({ translate: `${dx}px ${isPiece && dx ? 16 * up : 0}px` }));
  if (!isPiece) return void (await play(piece, "shake", 1, frames));
  const copy = piece.cloneNode(true) as SVGGElement;
  copy.removeAttribute("id");
  copy.classList.add("passing");
  layer("pieces").append(copy);
  piece.classList.add("lifted");
  await play(copy, "shake", 1, frames);
  piece.classList.remove("lifted");
  copy.remove();
}

function pulse(piece: Element): Promise<unknown> {
  const [x, y, scale] = placeOf(piece);
  const isDrawn = piece.querySelector(":scope > path"); // about the board's corner, not its own
  const frames = [1, 1.4, 0.92, 1.15, 1].map((size) =>
    isDrawn ? { opacity: size > 1 ? 0.25 : 1 } : { transform: transform([x, y, scale * size]) },
  );
  return play(piece, "pulse", 1, frames, "ease-in-out");
}

/** Some symbols that fly from one place to another, and are gone. */
async function throng(count: number, symbol: string, gesture: Gesture, way: (k: number) => [Place, Place]): Promise<void> {
  const drawn = Array.from({ length: count }, (_, k) => {
    const element = make(["", symbol, 0, 0, 100, "passing"]);
    element.removeAttribute("id");
    layer("pieces").append(element);
    const [from, to] = way(k);
    const spin = symbol === "star" ? "rotate(140deg) " : "";
    const frames = [
      { transform: transform(from), opacity: 1 },
      { opacity: 1, offset: 0.5 },
      { transform: transform(to, spin), opacity: 0 },
    ];
    return play(element, gesture, 1, frames, "ease-out").then(() => element.remove());
  });
  await Promise.all(drawn);
}

/** The middle of what one sees of a piece. */
function middle(piece: SVGGraphicsElement): Place {
  const [x, y, scale] = placeOf(piece);
  const box = piece.getBBox();
  return [x + scale * (box.x + box.width / 2), y + scale * (box.y + box.height / 2), Math.max(scale, 0.8)];
}
