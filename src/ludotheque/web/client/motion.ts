// How things move on the board. Each gesture has its name and its time in one list; where things
// end is said by the pieces alone, so that a gesture can be skipped or left out.
import { placeOf, transform, up, type Place, type Point } from "./board";
import { pace, reduced } from "./settings";

export const TIMES = {
  tumble: 700, // a die rolls in its place,
  rest: 350, // and lies there to be seen;
  read: 1200, // the longer where nothing comes of it, and why is to be read
  step: 130, // from one house to the next,
  march: 1400, // however many there are
  glide: 380, // straight to another place: home, aside, into a hand
  appear: 160,
  shake: 420, // what is hit, or goes wrong
  pulse: 420, // what brings luck
  burst: 420, // sparks fly,
  ring: 480, // a ring widens,
  stars: 800, // stars rise
};
export type Gesture = keyof typeof TIMES;

const FACE = 85; // milliseconds that a face of a rolling die is seen
const OPENING = 0.45; // of all times, before one has had anything to do

let running: Animation[] = [];
let rests: (() => void)[] = [];
let isHurried = false;
let isOpening = false;

/** How long things take now, as a multiple of their time. */
function speed(): number {
  return pace() * (isOpening ? OPENING : 1);
}

/** Whether there is no time to lose: out of sight, or because there is much to show. */
function isSkipped(): boolean {
  return isHurried || document.hidden || speed() === 0;
}

/** Whether nothing moves now, by one's own wish too. */
export function isStill(): boolean {
  return isSkipped() || reduced.matches;
}

export function hurry(on: boolean): void {
  isHurried = on;
}

/** Show things faster until one has something to do. */
export function open(on: boolean): void {
  isOpening = on;
}

/** Make an end of what still moves. */
export function skip(): void {
  for (const animation of running) animation.finish();
  for (const end of rests) end();
}

/** Let a moment pass; also where nothing moves, since it is for the eye. */
export function rest(gesture: Gesture): Promise<void> {
  return until((end) => setTimeout(end, TIMES[gesture] * speed()));
}

/** Let what has changed be seen before anything else does: a slow phone takes its time for each. */
export function seen(): Promise<void> {
  return until(soon);
}

/** Wait for an end, unless there is no time to lose. */
function until(begin: (end: () => void) => void): Promise<void> {
  if (isSkipped()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      rests = rests.filter((each) => each !== end);
      resolve();
    };
    rests.push(end);
    begin(end);
  });
}

/** Do something once what has changed is seen: measuring it is then for nothing. */
export function soon(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** A die rolls where it lies, and shows one face after another. */
export async function tumble(die: Element): Promise<void> {
  if (isStill()) return;
  const [x, y, scale] = placeOf(die);
  const faces = Number(/\bd(\d+)\b/.exec(die.getAttribute("class") ?? "")?.[1] ?? 6);
  const shown = [...die.children].map((part) => part.cloneNode(true));
  const turning = setInterval(() => turn(die, faces), FACE);
  turn(die, faces);
  const lifted = (lift: number, size: number, angle: number): string =>
    transform([x, y + up * lift * scale, scale * size], `rotate(${angle}deg) `);
  await play(die, "tumble", 1, [
    { transform: lifted(0, 0.8, -250), easing: "ease-out" },
    { transform: lifted(22, 1.25, -60), offset: 0.35, easing: "ease-in" },
    { transform: lifted(0, 1, 60), offset: 0.6, easing: "ease-out" },
    { transform: lifted(9, 1.08, 30), offset: 0.76, easing: "ease-in" },
    { transform: lifted(0, 1, 0) },
  ]);
  clearInterval(turning);
  die.replaceChildren(...shown);
}

/** Another face of a die: the symbol's number, or its text. */
function turn(die: Element, faces: number): void {
  const face = String(1 + Math.floor(Math.random() * faces));
  const symbol = die.querySelector("use[href*='die-']");
  const text = die.querySelector("text");
  symbol?.setAttribute("href", symbol.getAttribute("href")!.replace(/die-\d+$/, `die-${face}`));
  if (text) text.textContent = face;
}

/** A piece walks its way, house by house, to where it stands; where it is short, straight from where it stood. */
export function walk(piece: Element, way: Point[], from?: Place): Promise<unknown> {
  const [x, y, scale] = placeOf(piece);
  const points: Point[] = [...way.slice(0, -1), [x, y]];
  if (points.length === 2) return glide(piece, from ?? [...points[0]!, scale]);
  const frames = points.flatMap(([x, y], k): Keyframe[] => {
    const here = { transform: transform([x, y, scale]), easing: "ease-out" };
    if (k === points.length - 1) return [here];
    const [nx, ny] = points[k + 1]!;
    const hop: Place = [(x + nx) / 2, (y + ny) / 2 + 7 * up, scale * 1.14];
    return [here, { transform: transform(hop), easing: "ease-in" }];
  });
  return play(piece, "step", Math.min(way.length - 1, TIMES.march / TIMES.step), frames);
}

/** The seconds that each of so many houses takes: a long way is walked faster. */
export function stride(houses: number): number {
  return (Math.min(TIMES.step, TIMES.march / houses) * speed()) / 1000;
}

/** A piece goes straight from where it stood to where it stands. */
export function glide(piece: Element, from: Place): Promise<unknown> {
  return play(piece, "glide", 1, [{ transform: transform(from) }, { transform: transform(placeOf(piece)) }], "ease-in-out");
}

/** A piece comes into sight. */
export function appear(piece: Element): Promise<unknown> {
  return play(piece, "appear", 1, [{ opacity: 0 }, {}]);
}

/** Let an element go through frames, in a gesture's time. */
export async function play(
  element: Element,
  gesture: Gesture,
  times: number,
  frames: Keyframe[],
  easing = "linear",
): Promise<unknown> {
  if (isStill()) return;
  const animation = element.animate(frames, { duration: TIMES[gesture] * times * speed(), easing });
  running.push(animation);
  await animation.finished.catch(() => undefined);
  running = running.filter((each) => each !== animation);
}

document.addEventListener("visibilitychange", () => document.hidden && skip());
