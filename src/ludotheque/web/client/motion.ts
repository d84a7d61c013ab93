// Pieces that go their way house by house. Where they end is said by their classes alone.
import { isOn } from "./settings";

export type Way = Record<string, [number, number][]>;

const STEP = 110; // milliseconds from one house to the next
let running: Animation[] = [];

/** Let pieces follow their ways, one step of the game after another; resolves at the end. */
export async function follow(ways: Way[]): Promise<void> {
  if (!isOn("motion") || document.hidden) return;
  for (const way of ways) {
    running = Object.entries(way).flatMap(([id, points]) => glide(id, points));
    await Promise.allSettled(running.map((animation) => animation.finished));
  }
}

/** Make an end of what still moves. */
export function skip(): void {
  for (const animation of running) animation.finish();
}

function glide(id: string, points: [number, number][]): Animation[] {
  const piece = document.getElementById(id);
  if (!piece || points.length < 2) return [];
  const scale = getComputedStyle(piece).getPropertyValue("--scale") || "1";
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` }));
  return [piece.animate(frames, { duration: STEP * (points.length - 1), easing: "ease-in-out" })];
}

/** Let the dice tumble. */
export function tumble(): void {
  if (!isOn("motion")) return;
  for (const die of document.querySelectorAll("#pieces .die")) {
    die.animate(
      [{ rotate: "0deg", scale: "0.6" }, { rotate: "200deg", scale: "1.15" }, { rotate: "360deg", scale: "1" }],
      { duration: 420, easing: "ease-out" },
    );
  }
}
