// The last move, to be shown again: what the board looked like before it, and what happened then.
import { layer } from "./board";
import { perform, type Shot } from "./director";

const MOST = 8; // shots of one turn

let before: Element[] = [];
let shots: Shot[] = [];

/** Keep what is about to be shown: a turn begins with its roll. */
export function remember(shot: Shot): void {
  if (!shot.cue || shot.cue === "end") return;
  if (shot.cue === "chance" || !before.length || shots.length >= MOST) {
    before = [...layer("pieces").children].map((piece) => piece.cloneNode(true) as Element);
    shots = [];
  }
  shots.push(shot);
}

/** Show it again; the board is afterwards what it was. */
export async function again(): Promise<void> {
  if (!shots.length) return;
  const pieces = layer("pieces");
  const now = [...pieces.children];
  pieces.replaceChildren(...before.map((piece) => piece.cloneNode(true)));
  for (const shot of shots) await perform(shot);
  pieces.replaceChildren(...now);
}
