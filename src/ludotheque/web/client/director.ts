// Shows what happens one thing after another, as a director would: dice roll and rest, pieces
// walk, what was hit is hit and then goes home. Whatever comes is queued, nothing is lost.
import { add, dress, find, layer, placeOf, type Piece, type Place, type Point } from "./board";
import { caption, makeRoom } from "./caption";
import { mark, type Cue } from "./cues";
import { appear, glide, hurry, open, rest, skip, soon, stride, tumble, walk } from "./motion";
import { sing } from "./sound";

export interface Shot {
  cue?: string;
  set?: Piece[];
  new?: [after: string, piece: Piece][];
  gone?: string[];
  ways?: Record<string, Point[]>;
  cues?: Cue[];
  caption?: string;
  hold?: boolean; // nothing else comes of it: it is to be read first
}
type Act = () => void | Promise<void>;

const PATIENCE = 8; // acts that may wait before the rest is shown without motion
const WAIT = 2200; // milliseconds that are shown until one has something to do for the first time

const LONG = 5; // milliseconds after which whatever else is to be done, a tap say, comes first

const acts: Act[] = [];
let isPlaying = false;
let isWaiting = false; // for one's first turn,
let waited = 0; // and for how long
let marking: Promise<void> | undefined; // gestures that the last thing shown ended with

/** Do something once all that came before has been shown. */
export function queue(...more: Act[]): void {
  acts.push(...more);
  if (acts.length > PATIENCE) skip();
  if (!isPlaying) void run();
}

async function run(): Promise<void> {
  isPlaying = true;
  for (let act = acts.shift(); act; act = acts.shift()) {
    hurry(acts.length > PATIENCE || (isWaiting && waited > WAIT));
    const began = performance.now();
    await act();
    waited += performance.now() - began;
    if (acts.length && performance.now() - began > LONG && !document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
  hurry(false);
  isPlaying = false;
}

/** Whether more is to be shown after what is shown now. */
export function isBusy(): boolean {
  return acts.length > 0;
}

/** Show things fast until one has something to do, and that before long. */
export function wait(on: boolean): void {
  isWaiting = on;
  open(on);
}

/** Show one thing that happened. */
export async function perform(shot: Shot, told?: () => void): Promise<void> {
  if (shot.cue === "end") await marking; // its cause is seen first
  const changed = shot.set ?? [];
  const isChance = shot.cue === "chance";
  const dice = isChance ? changed.filter(isDie) : [];
  const came = shot.new ?? [];
  const fresh = isChance ? came.filter(([, piece]) => isDie(piece)) : [];
  if (dice.length + fresh.length) clear(shot);
  const rolled = await roll(dice, fresh, came);
  const others = changed.filter((piece) => !dice.includes(piece));
  const ways = shot.ways ?? {};
  leave(shot);
  const lower = raise(shot);
  await march(others, came, ways);
  const moving = others.filter((piece) => !ways[piece[0]] && !stays(piece));
  for (const piece of others) if (stays(piece)) redress(piece); // words come with what one sees
  told?.();
  const [here, later] = parted(shot.cues ?? []);
  if (shot.caption) caption(shot.caption, anchor(shot, rolled), moving);
  await mark(here);
  if (shot.hold && shot.caption) {
    sing("pass"); // nothing comes of a roll: time to read why
    await rest("read");
  }
  else if (rolled.length) await rest("rest");
  for (const piece of [...dice, ...fresh.map(([, piece]) => piece)]) redress(piece);
  lower();
  for (const id of shot.gone ?? []) find(id)?.remove();
  await follow(moving, came);
  marking = mark(later);
}

/** The cues of what lies on the board already, and those of what is still to come. */
function parted(cues: Cue[]): [Cue[], Cue[]] {
  const here = cues.filter(([, on]) => !on || find(on));
  return [here, cues.filter(([, on]) => on && !find(on))];
}

/** What a caption stands beside: the dice, else what the first cue befalls, else what moved. */
function anchor(shot: Shot, rolled: Element[]): Element | null {
  if (rolled.length) return rolled.length < 3 ? rolled[0]! : null; // several throw: in the middle
  const ids = [...(shot.cues ?? []).map(([, on]) => on), ...Object.keys(shot.ways ?? {})];
  return ids.map(find).find((element) => element !== null) ?? null;
}

const EMPTY = "die-0"; // the place of a die still to be thrown

function isDie(piece: Piece): boolean {
  return piece[1] !== EMPTY && /\bdie\b/.test(piece[5] ?? "");
}

/** What lies where dice are about to roll, and will not afterwards, makes room for them. */
function clear({ set = [], gone = [] }: Shot): void {
  for (const id of gone) if (find(id)?.matches(".die")) find(id)!.remove();
  for (const [id, symbols] of set) if (symbols === EMPTY) find(id)?.classList.add("lifted");
}

/** Dice roll in their place; those that come to nothing are still bright. */
async function roll(dice: Piece[], fresh: [string, Piece][], came: [string, Piece][]): Promise<SVGGElement[]> {
  const rolled = dice.map((piece) => redress(piece).element);
  rolled.push(...fresh.map(([after, piece]) => add(earlier(after, came), piece)));
  for (const die of rolled) die.classList.remove("spent");
  if (rolled.length) {
    sing("roll");
    soon(makeRoom);
  }
  await Promise.all(rolled.map(tumble));
  return rolled;
}

/** What is on the board already of all that a new piece follows. */
function earlier(after: string, fresh: [string, Piece][]): string {
  while (after && !find(after)) after = fresh.find(([, [id]]) => id === after)?.[0] ?? "";
  return after;
}

/** What is gone makes room for what comes, a tile in hand for the one on the board; what is hit is hit first. */
function leave({ gone = [], cues = [] }: Shot): void {
  for (const id of gone) if (!cues.some(([, on]) => on === id)) find(id)?.remove();
}

/** Who hits another walks above all that stands there, until what is returned puts her back between the others. */
function raise({ ways = {}, cues = [] }: Shot): () => void {
  const places: [Element, Node | null][] = [];
  const isHit = cues.some(([name]) => name === "hit");
  for (const walking of Object.keys(isHit ? ways : {}).flatMap((id) => find(id) ?? [])) {
    places.unshift([walking, walking.nextSibling]);
    layer("pieces").append(walking);
  }
  return () => places.forEach(([walking, next]) => layer("pieces").insertBefore(walking, next));
}

/** Those with a way walk it, before anything else moves. */
async function march(pieces: Piece[], fresh: [string, Piece][], ways: Record<string, Point[]>): Promise<void> {
  const houses = Math.max(0, ...Object.values(ways).map((way) => way.length - 1));
  if (houses) {
    sing("step", houses, stride(houses));
    soon(() => makeRoom(Object.values(ways).flat()));
  }
  const walking: { element: SVGGElement; from?: Place }[] = [
    ...pieces.filter(([id]) => ways[id]).map(redress),
    ...fresh.filter(([, [id]]) => ways[id]).map(([after, piece]) => ({ element: add(earlier(after, fresh), piece) })),
  ];
  await Promise.all(walking.map(({ element, from }) => walk(element, ways[element.id]!, from)));
}

/** The others take their places, and what is new comes into sight. */
async function follow(pieces: Piece[], fresh: [string, Piece][]): Promise<void> {
  const moved = pieces.map((piece) => ({ ...redress(piece), isFixed: isFixed(piece) }));
  const came = fresh.filter(([, piece]) => !find(piece[0])).map(([after, piece]) => add(after, piece));
  await Promise.all([
    ...moved
      .filter(({ element, from }) => isElsewhere(from, placeOf(element)))
      .map(({ element, from, isFixed }) => (isFixed ? appear(element) : glide(element, from))),
    ...came.map(appear),
  ]);
}

/** Outlines, marks and empty places of dice do not fly: they come into sight elsewhere. */
function isFixed([, symbols, , , , style = "", , , path]: Piece): boolean {
  return Boolean(path) || symbols === EMPTY || /\bfixed\b/.test(style);
}

/** Let a piece be as it is now; its element, and where that stood. */
function redress(piece: Piece): { element: SVGGElement; from: Place } {
  const element = find(piece[0]) ?? add("", piece);
  const from = placeOf(element);
  dress(element, piece);
  return { element, from };
}

/** Whether a piece changes its look alone. */
function stays([id, , x = 0, y = 0, size = 100]: Piece): boolean {
  const element = find(id);
  return element !== null && !isElsewhere(placeOf(element), [x, y, size / 100]);
}

function isElsewhere(one: Place, other: Place): boolean {
  return one.some((value, k) => value !== other[k]);
}

/** A first throw that nobody sees, and that leaves nothing: what the real one needs is ready then. */
export function rehearse(): Promise<void> {
  hurry(true);
  return perform({ cue: "chance", set: [["trial", "die-1", 0, 0, 0, "die"]], gone: ["trial"] });
}
