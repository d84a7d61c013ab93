// A lesson: something to do on the board, what comes of it, and a way back. It knows no game: the
// house plays, from all that was done in this lesson, and says what came of it.
import { show, type Piece } from "./board";
import { arm } from "./die";
import "./echo";
import { screen, type Film } from "./film";
import { connectHands } from "./hands";
import { learn, learned } from "./learned";
import { list } from "./list";
import { choose, clear, offer, type Mine } from "./offers";
import { connectSettings } from "./settings";
import { dismiss } from "./sheet";
import { sing } from "./sound";
import { toast } from "./toast";

interface Answer {
  frames: Film[]; // what came of the last deed
  pieces: Piece[];
  mine: Mine;
  verdict: "" | "well" | "otherwise";
  says: string;
}

const ROLL = ""; // the deed of letting chance decide
const CONTROLS = "a, button, select, summary, input, [tabindex]:not(main), [role=button]";
const root = document.getElementById("table")!;
const status = document.getElementById("status")!;
const back = document.getElementById("back") as HTMLButtonElement;
const { box, lesson, frames } = root.dataset as Record<string, string>;
const steps = [...document.querySelectorAll<HTMLElement>("[data-step]")];
const did: string[] = [];
const answers: Answer[] = []; // before anything was done, and after each deed
let isBusy = false;
let wasHere = false; // whether the keyboard was among what can be done

async function ask(deeds: string[]): Promise<Answer> {
  const answer = await fetch(`${frames}?${new URLSearchParams(deeds.map((deed) => ["did", deed]))}`);
  if (!answer.ok) throw answer;
  return answer.json();
}

/** Do something, or begin; then show what comes of it. */
async function go(...deed: string[]): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  withdraw();
  try {
    const answer = await ask([...did, ...deed]);
    did.push(...deed);
    answers.push(answer);
    for (const film of answer.frames) await screen(film, () => tell(film.lines));
  } catch {
    toast(root.dataset.failed!);
  }
  isBusy = false;
  settle();
}

/** Offer nothing while something happens. */
function withdraw(): void {
  wasHere = document.activeElement?.closest(".dock, .playground") != null;
  dismiss();
  clear();
  arm(false);
  document.getElementById("actions")!.classList.add("busy");
  status.classList.remove("mine");
}

/** Show how it stands, and offer what can be done. */
function settle(): void {
  const { pieces, mine, verdict, says } = answers.at(-1) ?? { pieces: [], mine: {}, verdict: "", says: "" };
  if (pieces.length) show(pieces);
  document.getElementById("actions")!.classList.remove("busy");
  list(mine);
  offer(mine.moves ?? []);
  arm(mine.roll != null);
  status.className = `status playing ${verdict || "mine"}`;
  status.querySelector(".turn")!.textContent = says || mine.turn || "";
  root.dataset.verdict = verdict;
  back.hidden = !did.length;
  root.dispatchEvent(new CustomEvent("verdict", { detail: { verdict, move: did.at(-1) ?? "" } }));
  if (verdict === "well") learnIt();
  restoreFocus(verdict);
}

function learnIt(): void {
  sing("fanfare");
  if (!steps.length) return; // a puzzle is no lesson
  learn(box!, lesson!);
  mark();
}

/** Mark what was learned in the row of lessons. */
function mark(): void {
  const known = learned(box!);
  for (const step of steps) step.classList.toggle("learned", known.includes(step.dataset.step!));
}

/** The keyboard goes on from what was done to what is to be done next. */
function restoreFocus(verdict: string): void {
  const active = document.activeElement;
  if (!wasHere || (active && active !== document.body)) return;
  const next = { well: "#next", otherwise: "#back", "": "#roll, #actions [data-move]" }[verdict]!;
  document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
}

function tell(lines: string[]): void {
  document.getElementById("say")!.textContent = lines.join(" ");
}

/** As before the last deed. */
function takeBack(): void {
  if (isBusy || !did.length) return;
  did.pop();
  answers.pop();
  withdraw();
  settle();
}

function act(target: Element): void {
  const move = target.closest<HTMLElement | SVGElement>("[data-move]")?.dataset.move;
  if (move) return void go(move);
  if (target.closest("#roll, .rollable")) return void go(ROLL);
  if (target.closest("#back")) takeBack();
  if (target.closest("[data-dismiss]")) dismiss();
  const pick = target.closest<SVGElement>("[data-pick]");
  if (pick) choose(pick.dataset.pick!);
}

/** Keys for the whole page, where no control has the keyboard. */
function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest(CONTROLS)) return;
  const keys: Record<string, string> = { ArrowLeft: "#previous", ArrowRight: "a#next", Backspace: "#back", " ": "#roll", Enter: "#roll" };
  const found = document.querySelector<HTMLElement>(keys[event.key] ?? "#none");
  if (!found?.checkVisibility({ visibilityProperty: true })) return;
  event.preventDefault();
  found.click();
}

/** Whoever comes to the lessons goes on where she was; where she knows all, from the first. */
function resume(): boolean {
  const known = learned(box!);
  const first = steps.findIndex((step) => !known.includes(step.dataset.step!));
  if (!("entered" in root.dataset) || first < 1) return false;
  location.replace(`${location.pathname}/${first + 1}`);
  return true;
}

connectHands(act, (move) => void go(move));
document.addEventListener("keydown", press);
connectSettings();
mark();
if (!resume()) void go();
