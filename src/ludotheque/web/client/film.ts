// A step as pages show it that are told all pieces after it: a replay, a lesson.
import { find, layer, show, type Piece } from "./board";
import { perform, type Shot } from "./director";

export interface Film extends Pick<Shot, "ways" | "cue" | "cues" | "caption" | "hold"> {
  pieces: Piece[];
  lines: string[];
}

/** Show how it happens, while the board is still wanted for that; `told` comes with what one sees of it. */
export async function screen(film: Film, told: () => void, isWanted: () => boolean = () => true): Promise<void> {
  await perform({ ...film, ...changes(film.pieces) }, told);
  if (isWanted()) show(film.pieces);
}

/** What is new, changed or gone, against what is on the board. */
function changes(pieces: Piece[]): Pick<Shot, "set" | "new" | "gone"> {
  const kept = new Set(pieces.map(([id]) => id));
  const gone = [...layer("pieces").children].map(({ id }) => id).filter((id) => !kept.has(id));
  const fresh: [string, Piece][] = pieces.map((piece, k) => [k ? pieces[k - 1]![0] : "", piece]);
  return {
    set: pieces.filter(([id]) => find(id)),
    new: fresh.filter(([, [id]]) => !find(id)),
    gone,
  };
}
