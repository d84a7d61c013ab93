// A game seen again: a slider over its steps, and the dice computed anew.
import { show as put, turnRound } from "./board";
import { save } from "./exports";
import { screen, type Film } from "./film";
import { keep } from "./keep";
import { connectLuck, mark as markLuck } from "./luck";
import { skip } from "./motion";
import { connectSettings, isOn } from "./settings";
import { verify, type DiceRecord } from "./verify";

const CHUNK = 24; // frames fetched at once
const root = document.getElementById("replay")!;
const total = Number(root.dataset.total);
const slider = document.getElementById("ply") as HTMLInputElement;
const speed = document.getElementById("speed") as HTMLSelectElement;
const frames = new Map<number, Film>();
const asked = new Map<number, Promise<void>>();
let ply = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function fetchAround(at: number): Promise<void> {
  const chunk = Math.floor(at / CHUNK);
  let asking = asked.get(chunk);
  if (!asking) {
    asking = fetchChunk(chunk);
    asked.set(chunk, asking);
  }
  return asking;
}

async function fetchChunk(chunk: number): Promise<void> {
  const found: Film[] = await (await fetch(address(chunk))).json();
  found.forEach((frame, k) => frames.set(chunk * CHUNK + k, frame));
}

function address(chunk: number): string {
  return `${root.dataset.frames}?first=${chunk * CHUNK}&count=${CHUNK}`;
}

async function show(to: number, animated = false): Promise<void> {
  to = Math.max(0, Math.min(total, to));
  ply = to;
  slider.value = String(to);
  slider.setAttribute("aria-valuetext", `${to} / ${total}`);
  document.getElementById("count")!.textContent = `${to} / ${total}`;
  history.replaceState(null, "", `#${to}`);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-export]")) {
    link.href = `${link.dataset.export}?ply=${to}`;
  }
  await fetchAround(to);
  if (ply !== to) return;
  const frame = frames.get(to)!;
  skip();
  if (animated) await screen(frame, () => tell(frame), () => ply === to);
  if (ply !== to) return;
  put(frame.pieces);
  tell(frame);
  markLuck(to);
  if (to + CHUNK / 2 < total) void fetchAround(to + CHUNK / 2);
}

/** What happened, in words: with what one sees of it. */
function tell(frame: Film): void {
  document.getElementById("told")!.textContent = frame.lines.join(" ");
}

/** One's own side at the bottom of the board, for those who like it. */
function face(): void {
  turnRound(isOn("turned") && "across" in root.dataset);
}

function isPlaying(): boolean {
  return timer !== undefined;
}

function pause(): void {
  clearTimeout(timer);
  timer = undefined;
  mark();
}

function mark(): void {
  const button = document.getElementById("play")!;
  button.setAttribute("aria-pressed", String(isPlaying()));
  button.textContent = isPlaying() ? "❚❚" : "▶";
}

function run(): void {
  const next = async (): Promise<void> => {
    await (ply < total ? show(ply + 1, true) : show(0)); // from the end it begins anew
    if (!isPlaying()) return;
    if (ply >= total) pause();
    else timer = setTimeout(next, 900 / Number(speed.value));
  };
  timer = setTimeout(next, 0);
  mark();
}

const KEYS: Record<string, () => void> = {
  ArrowRight: () => void show(ply + 1, true),
  ArrowLeft: () => void show(ply - 1),
  Home: () => void show(0),
  End: () => void show(total),
  " ": () => (isPlaying() ? pause() : run()),
};

document.addEventListener("keydown", (event) => {
  const target = event.target as Element;
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.metaKey || target.closest("select, a, summary")) return;
  if (event.key === " " && target.closest("button")) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  action();
});
document.getElementById("play")!.addEventListener("click", () => (isPlaying() ? pause() : run()));
for (const [id, by] of [["first", -Infinity], ["back", -1], ["forward", 1], ["last", Infinity]] as const) {
  document.getElementById(id)!.addEventListener("click", () => {
    pause();
    void show(ply + by, by === 1);
  });
}
slider.addEventListener("input", () => {
  pause();
  void show(Number(slider.value));
});
document.getElementById("verify")?.addEventListener("click", async () => {
  const result = document.getElementById("verified")!;
  result.textContent = "…";
  const record: DiceRecord = await (await fetch(root.dataset.record!)).json();
  const report = verify(record);
  const text = report.wrong.length ? root.dataset.wrong! : root.dataset.right!;
  result.textContent = text.replace("{count}", String(report.checked)).replace("{numbers}", report.wrong.join(", "));
  result.classList.toggle("bad", report.wrong.length > 0);
});
for (const link of document.querySelectorAll("a[data-export]")) link.addEventListener("click", (event) => void save(event));
addEventListener("hashchange", () => void show(Number(location.hash.slice(1)) || 0));
connectLuck((to) => {
  pause();
  void show(to);
});
connectSettings(face);
face();
void show(Number(location.hash.slice(1)) || 0);
if ("keep" in root.dataset) {
  const chunks = Array.from({ length: Math.floor(total / CHUNK) + 1 }, (_, k) => address(k));
  void keep([location.pathname, ...chunks, root.dataset.record!]);
}
