// The last move, to be shown again: what happened, and what the pieces that it touched were before.
import { find, known, layer, make, type Piece } from "./board";
import { perform, type Shot } from "./director";

const MOST = 8; // shots of one turn

type Was = [id: string, before: Piece | Element | null, after: string]; // a piece as it was, behind which; none: it came

const turn: [shot: Shot, was: Was[]][] = [];

/** Keep what is about to be shown: a turn begins with its roll. */
export function remember(shot: Shot): void {
  if (!shot.cue || shot.cue === "end") return;
  if (shot.cue === "chance" || turn.length >= MOST) turn.length = 0;
  const ids = [...(shot.set ?? []), ...(shot.new ?? []).map(([, piece]) => piece)].map(([id]) => id);
  turn.push([shot, [...ids, ...(shot.gone ?? [])].map(noted)]);
}

function noted(id: string): Was {
  const piece = find(id);
  const before = piece && (known.get(piece) ?? (piece.cloneNode(true) as Element)); // what came with the page is not known as data
  return [id, before, piece?.previousElementSibling?.id ?? ""];
}

/** Show it again; the board is afterwards what it was. */
export async function again(): Promise<void> {
  const pieces = layer("pieces");
  const now = [...pieces.children];
  pieces.replaceChildren(...now.map((piece) => piece.cloneNode(true)));
  for (const [, was] of [...turn].reverse()) was.forEach(undo);
  for (const [shot] of turn) await perform(shot);
  pieces.replaceChildren(...now);
}

function undo([id, before, after]: Was): void {
  const piece = find(id);
  if (!before) return piece?.remove();
  const copy = before instanceof Element ? (before.cloneNode(true) as Element) : make(before);
  if (piece) piece.replaceWith(copy);
  else after ? find(after)?.after(copy) : layer("pieces").prepend(copy);
}
