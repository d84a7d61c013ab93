// A table in the browser. It knows no game: whatever carries data-move is a legal move, and
// whatever carries data-command a command; the server says all the rest.
import { follow, skip, tumble, type Way } from "./motion";
import { addLines, replaceParts } from "./morph";
import { connectSettings, isOn } from "./settings";
import { play } from "./sound";

interface Update {
  number: number;
  me: number | null;
  done: string[];
  parts: Record<string, string>;
  lines: string[]; // of the log, to be added where it is not sent as a whole
  motions: Way[];
  say: string[];
  cues: string[];
  emotes: [number, string][];
}
interface Refusal {
  refused: string;
  say: string;
  id: string | null;
}

const AUTO = 700; // milliseconds before a move that is the only one is made for you
const QUIET = 25_000; // between two signs of life
const OFFERED = "#roll, #controls [data-move], #controls > .button";

const root = document.getElementById("table")!;
let number = Number(root.dataset.number);
let me: number | null = root.dataset.me ? Number(root.dataset.me) : null;
let socket: WebSocket | undefined;
let patience = 500;
let retry: ReturnType<typeof setTimeout> | undefined;
let wasLost = false;
const unsent = new Map<string, string>(); // commands not known to have arrived: sent again, act once
const updates: Update[] = [];
let isShowing = false;
let wasAtControls = false;

function connect(): void {
  clearTimeout(retry);
  const url = new URL(root.dataset.live!, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url);
  socket.onopen = opened;
  socket.onmessage = (event) => received(JSON.parse(event.data));
  socket.onclose = (event) => closed(event.code);
}

function opened(): void {
  patience = 500;
  if (wasLost) toast(root.dataset.back!);
  wasLost = false;
  for (const text of unsent.values()) socket!.send(text);
  arrive();
}

function closed(code: number): void {
  if (code === 4403 || code === 4404) return;
  wasLost = true;
  toast(root.dataset.lost!, true);
  retry = setTimeout(connect, patience + Math.random() * 300);
  patience = Math.min(patience * 2, 10_000);
}

function received(message: Update | Refusal): void {
  if ("refused" in message) {
    if (message.id) unsent.delete(message.id);
    toast(message.say);
    return;
  }
  for (const id of message.done) unsent.delete(id);
  updates.push(message);
  if (!isShowing) void show();
}

async function show(): Promise<void> {
  isShowing = true;
  for (let update = updates.shift(); update; update = updates.shift()) {
    if (updates.length > 3) skip();
    await apply(update);
  }
  isShowing = false;
  playOnlyMove();
}

async function apply(update: Update): Promise<void> {
  number = update.number;
  me = update.me;
  wasAtControls = isAtControls();
  const wasMine = document.querySelector("#status.mine") !== null;
  replaceParts(update.parts);
  addLines(update.lines);
  restoreFocus();
  tick();
  if (update.cues.includes("chance")) tumble();
  for (const cue of update.cues) play(cue);
  const mine = document.querySelector("#status.mine") !== null;
  if (mine && !wasMine) play("turn");
  if (update.say.length) document.getElementById("say")!.textContent = update.say.join(" ");
  for (const [seat, sign] of update.emotes) bubble(seat, sign);
  const log = document.getElementById("log");
  if (log) log.scrollTop = log.scrollHeight;
  if (updates.length < 3) await follow(update.motions);
}

function send(command: Record<string, unknown>): void {
  const id = crypto.randomUUID?.() ?? random(16);
  const text = JSON.stringify({ ...command, id, seen: number });
  unsent.set(id, text);
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

function random(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

function command(text: string): Record<string, unknown> {
  const parsed = JSON.parse(text);
  if (parsed.command === "sit") parsed.value = random(16); // my part in the dice
  if (parsed.command === "rematch") parsed.values = mySeats().map(() => random(16));
  return parsed;
}

function mySeats(): Element[] {
  return [...document.querySelectorAll("#seats .yours")];
}

/** What the address asks for: to sit down (a link, a QR code), to play at once. */
function arrive(): void {
  const wish = new URLSearchParams(location.hash.slice(1));
  if (!location.hash || me !== null) return;
  const seats = wish.has("play") ? 1 : Number(wish.get("sit") ?? 0);
  for (let k = 0; k < seats; k++) send(command('{"command":"sit"}'));
  if (wish.has("play")) send({ command: "fill" });
  history.replaceState(null, "", location.pathname);
}

function act(target: Element): void {
  const move = target.closest<HTMLElement | SVGElement>("[data-move]");
  if (move) {
    send({ command: "move", seat: Number(move.dataset.seat ?? me), move: move.dataset.move });
    return;
  }
  const button = target.closest<HTMLElement>("[data-command]");
  if (button && (!button.dataset.confirm || confirm(button.dataset.confirm))) send(command(button.dataset.command!));
  const emote = target.closest<HTMLElement>("[data-emote]");
  if (emote && me !== null) send({ command: "emote", seat: me, emote: emote.dataset.emote });
}

function playOnlyMove(): void {
  if (!isOn("auto")) return;
  const moves = [...document.querySelectorAll<HTMLElement>("#controls [data-move]")];
  const only = moves.length === 1 ? moves[0] : document.querySelector<HTMLElement>("#roll");
  const seen = number;
  if (only) setTimeout(() => number === seen && isOn("auto") && only.isConnected && only.click(), AUTO);
}

/** Whether the keyboard is among what can be done here, or was until that went away. */
function isAtControls(): boolean {
  const active = document.activeElement;
  if (!active || active === document.body) return wasAtControls;
  return active.closest("#controls, #pieces") !== null;
}

/** Back to what can be done now; where there is nothing, as soon as there is. */
function restoreFocus(): void {
  const active = document.activeElement;
  if (!wasAtControls || (active && active !== document.body)) return;
  document.querySelector<HTMLElement>(OFFERED)?.focus({ preventScroll: true });
}

function bubble(seat: number, emote: string): void {
  const place = document.getElementById(`bubble-${seat}`);
  const sign = document.querySelector(`[data-emote="${emote}"] use`)?.getAttribute("href");
  if (!place || !sign || isOn("mute")) return;
  place.firstElementChild!.setAttribute("href", sign);
  place.classList.remove("shown");
  requestAnimationFrame(() => place.classList.add("shown"));
}

function toast(text: string, stays = false): void {
  const box = document.getElementById("toast")!;
  box.textContent = text;
  box.classList.add("shown");
  if (!stays) setTimeout(() => box.textContent === text && box.classList.remove("shown"), 4000);
}

/** Clocks go on by themselves between two updates. */
function tick(): void {
  for (const clock of document.querySelectorAll<HTMLElement>(".clock[data-seconds]")) {
    clock.dataset.until = String(performance.now() + 1000 * Number(clock.dataset.seconds));
    delete clock.dataset.seconds;
  }
  for (const clock of document.querySelectorAll<HTMLElement>(".clock[data-until]")) {
    const left = Math.max(0, (Number(clock.dataset.until) - performance.now()) / 1000);
    clock.textContent = left > 5400 ? `${Math.round(left / 3600)} h` : `${Math.ceil(left)}`;
    clock.classList.toggle("urgent", left < 6);
  }
}

document.addEventListener("click", (event) => {
  skip();
  act(event.target as Element);
});
document.addEventListener("keydown", (event) => {
  const target = event.target as Element;
  if ((event.key === "Enter" || event.key === " ") && target.closest("svg [data-move]")) {
    event.preventDefault();
    act(target);
  }
  if (event.key === "Escape") skip();
});
for (const box of document.querySelectorAll<HTMLInputElement>("[data-copy]")) {
  box.addEventListener("focus", () => box.select());
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket?.readyState === WebSocket.CLOSED) connect();
});
setInterval(tick, 500);
setInterval(() => socket?.readyState === WebSocket.OPEN && socket.send('{"command":"ping"}'), QUIET);
connectSettings();
tick();
connect();
