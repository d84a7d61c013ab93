// A table in the browser. It knows no game: whatever carries data-move is a legal move, and
// whatever carries data-command a command; the server says all the rest.
import { again, remember } from "./again";
import { askName } from "./beside";
import { show, turnRound, type Piece } from "./board";
import { makeRoom } from "./caption";
import { connectChat } from "./chat";
import { hear, invite, showPresence, type News } from "./company";
import { advise, connectCoach, hush, wantsTips, type Tip } from "./coach";
import { arm } from "./die";
import { connectDrawer } from "./drawer";
import { isBusy, perform, queue, rehearse, wait, type Shot } from "./director";
import { celebrate, connectEnding, follow } from "./ending";
import "./echo";
import { connectHands } from "./hands";
import { allowHint, awaitHint, hideHint, showHint, type Hint } from "./hint";
import { list } from "./list";
import { addLines, replaceLines, replaceParts, root, type Line } from "./morph";
import { seen, skip, soon } from "./motion";
import { choose, hide, isWithdrawn, offer, type Mine } from "./offers";
import { connectOdds, showOdds, wantsOdds, type Odds } from "./odds";
import { connectReach } from "./reach";
import { connectSettings, isOn, pace, paceName } from "./settings";
import { dismiss, resume, suspend } from "./sheet";
import { sing } from "./sound";
import { stand, tick, write, type Standing } from "./standing";
import { flash, toast } from "./toast";
import { announce } from "./turn";

interface Frame extends Standing {
  number: number;
  turn: string;
  shots?: (Shot & { lines?: Line[] })[];
  pieces?: Piece[]; // all there are, where this page begins anew,
  lines?: Line[]; // with the log
}
interface Letter extends News {
  at?: number; // the number of the frame that follows, where it holds only with that one
  mine?: Mine;
  done?: string[];
  parts?: Record<string, string>;
  lines?: Line[];
  emotes?: [number, string][];
  tips?: Tip[];
  hint?: Hint;
  odds?: Odds;
  refused?: string;
  say?: string;
  id?: string | null;
}

const FORCED = 900; // milliseconds in which one sees the only move, before it is made for one
const LINGERS = 600; // that the place of what was offered is kept: something else may be, at once
const BUBBLE = 2600; // that a gesture is seen
const QUIET = 25_000; // between two signs of life
const UNHEARD = 8_000; // until a connection is given up that does not answer a command
const MOVED = 1012; // closed so, the house goes on in another process
const HASTE = 30_000; // for so long it is tried again every two seconds, then every ten
const CONTROLS = "a, button, input, select, textarea, summary, dialog, [tabindex], [role=button]";
const OFFERED = "#roll, #controls [data-move], #controls > .button, #ending .again > .button";

const againButton = document.getElementById("again")!;
root.dataset.here = ""; // all parts of the page are
let number = Number(root.dataset.number); // of the last event that is shown,
let received = number; // and of the last that came
let me: number | null = root.dataset.me ? Number(root.dataset.me) : null;
let socket: WebSocket | undefined;
let patience = 500;
let retry: ReturnType<typeof setTimeout> | undefined;
let lost = 0; // since when there is no connection; 0: there is
const unsent = new Map<string, string>(); // commands not known to have arrived: sent again, act once
const held: Letter[] = []; // until the frame has come with which they hold
const untold: Line[] = []; // for the log, until what they tell of is seen
let mine: Mine = {};
let tips: Tip[] = []; // whose occasion has come, and which are not shown yet
let turn = ""; // as everybody is told
let isMine = document.querySelector("#status.mine") !== null;
let wasAtControls = false; // whether the keyboard was among what can be done,
let grip = ""; // and at which move
let hasPlayed = isMine; // whether this page has had anything to do yet
let decision = ""; // the command that took what was offered, until what came of it is shown

function connect(): void {
  clearTimeout(retry);
  const url = new URL(root.dataset.live!, location.href);
  url.searchParams.set("seen", String(received));
  if (wantsTips()) url.searchParams.set("coach", "1");
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url);
  socket.onopen = opened;
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => closed(event.code);
}

function opened(): void {
  patience = 500;
  if (lost) toast(root.dataset.back!);
  lost = 0;
  if (document.hidden) tellAway();
  unsent.forEach(post);
  sendPace();
  if (wantsOdds()) sendOdds();
  void arrive();
}

/** Send something, where there is a connection. */
function post(text: string): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

/** A connection that gives no answer is given up: it may be silent for minutes before it closes. */
function giveUp(): void {
  socket?.close();
}

function closed(code: number): void {
  if (code === 4403 || code === 4404) return;
  if (code === MOVED) return comeBack(0);
  lost ||= Date.now();
  toast(root.dataset.lost!, true);
  comeBack(patience);
  patience = Math.min(patience * 2, Date.now() - lost < HASTE ? 2_000 : 10_000);
}

/** Many pages lose their connection together: they do not all come back at one moment. */
function comeBack(after: number): void {
  retry = setTimeout(connect, after + Math.random() * 300);
}

function receive(message: Frame | Letter): void {
  if ("number" in message) return film(message);
  for (const id of message.done ?? []) unsent.delete(id);
  if (message.id) unsent.delete(message.id);
  hear(message);
  if (message.refused) {
    decision = "";
    awaitHint(false);
    queue(readmit, offerAll);
    toast(message.say!);
  }
  if ((message.at ?? 0) > received) held.push(message);
  else queue(() => read(message));
}

/** Show what happened. */
function film(frame: Frame): void {
  received = frame.number;
  wait(me !== null && !hasPlayed);
  const isMove = frame.shots?.some((shot) => shot.cue);
  if (isMove) queue(withdraw);
  if (frame.pieces) queue(() => begin(frame.pieces!, frame.lines));
  for (const shot of frame.shots ?? []) queue(() => direct(shot));
  const letters = held.splice(0);
  queue(async () => {
    if (frame.shots || frame.pieces) await seen(); // first what has happened, or a whole board
    for (const letter of letters) open(letter);
    settle(frame);
    if (isMove) againButton.hidden = false;
    if (frame.shots?.some((shot) => shot.cue === "end")) celebrate();
  });
}

/** Begin anew: with a whole board, and with the log. */
function begin(pieces: Piece[], lines?: Line[]): void {
  hide();
  show(pieces);
  if (!lines) return;
  untold.length = 0;
  replaceLines(lines);
}

/** Show one thing that happened, and keep it to be shown again. */
function direct(shot: Shot & { lines?: Line[] }): Promise<void> {
  remember(shot);
  return perform(shot, () => void tell(shot.lines ?? []));
}

/** Offer nothing while something happens. */
function withdraw(): void {
  noteFocus();
  suspend();
  hideHint();
  hide();
  arm(false);
  const actions = document.getElementById("actions");
  if (actions?.firstChild) {
    soon(() => actions.classList.toggle("busy", isWithdrawn));
    setTimeout(() => actions.classList.toggle("gone", isWithdrawn), LINGERS);
  }
  document.getElementById("status")!.classList.remove("mine");
  say(turn); // what was asked of one is done
}

/** Say in the banner whose turn it is, or what to do. */
function say(text: string): void {
  if (text) write(document.querySelector("#status .turn")!, text);
}

/** Something may be offered again. */
function readmit(): void {
  document.getElementById("actions")?.classList.remove("busy", "gone");
}

/** What is true once all of a frame has been shown. */
function settle(frame: Frame): void {
  number = frame.number;
  turn = frame.turn;
  stand(frame);
  answer();
  if (!decision) readmit(); // else what others do offers again what one has chosen from
  offerAll();
}

/** A decision that the house knows of has been shown, with all that came of it. */
function answer(): void {
  if (!unsent.has(decision)) decision = "";
}

/** Let the log say what has happened, once that is seen: nobody reads it sooner. */
async function tell(lines: Line[]): Promise<void> {
  if (!lines.length) return;
  untold.push(...lines);
  await seen();
  const all = untold.splice(0);
  addLines(all);
  if (all.length) document.getElementById("say")!.textContent = all.map(([, , text]) => text).join(" ");
}

/** What this page alone is told. */
function read(letter: Letter): void {
  noteFocus();
  open(letter);
  if (letter.done) answer();
  if (letter.mine || letter.parts || letter.tips || letter.done) offerAll();
}

function open(letter: Letter): void {
  if (letter.parts) {
    replaceParts(letter.parts);
    mine = { ...mine }; // parts bring buttons of their own: what is offered is listed anew
    showPresence();
    face();
    tick();
    follow();
  }
  if (letter.mine) {
    mine = letter.mine;
    me = mine.me ?? null;
    root.dataset.me = String(me ?? "");
  }
  tips = letter.tips ?? tips;
  void tell(letter.lines ?? []);
  for (const [seat, sign] of letter.emotes ?? []) bubble(seat, sign);
  if (letter.hint && !decision) showHint(letter.hint);
  if (letter.odds) showOdds(letter.odds);
}

/** One's own side at the bottom of the board, for those who like it; of several here, the first's. */
function face(): void {
  turnRound(isOn("turned") && (document.querySelector("#seats .yours")?.matches(".across") ?? false));
}

/** Offer what can be done, and say whose turn it is. */
function offerAll(): void {
  const status = document.getElementById("status")!;
  const wasMine = isMine;
  if (decision) return;
  noteFocus();
  isMine = Boolean(mine.moves?.length || (mine.roll != null && mine.turn));
  soon(makeRoom); // before targets are enlarged, while all is measured
  list(mine);
  offer(mine.moves ?? []);
  allowHint(mine.moves?.length ?? 0);
  resume();
  arm(mine.roll != null);
  status.classList.toggle("mine", isMine);
  say(mine.turn || turn);
  restoreFocus();
  advise(tips.splice(0));
  if (isMine && !wasMine) sing("turn");
  if (isMine) hasPlayed = true;
  wait(me !== null && !hasPlayed);
  announce(isMine);
  playForced();
}

function send(command: Record<string, unknown>): string {
  hush();
  const id = random();
  const text = JSON.stringify({ ...command, id, seen: number });
  unsent.set(id, text);
  post(text);
  setTimeout(() => unsent.has(id) && giveUp(), UNHEARD);
  return id;
}

/** Whether this page is looked at: the others see that one is away. */
function tellAway(): void {
  post(JSON.stringify({ command: "away", away: document.hidden }));
}

/** Sixteen random bytes. */
function random(): string {
  const values = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

function command(text: string): Record<string, unknown> {
  const parsed = JSON.parse(text);
  if (parsed.seat === "me") parsed.seat = me; // of several at one screen, whose turn it is
  if (parsed.command === "sit") parsed.value = random(); // my part in the dice
  if (parsed.command === "rematch") parsed.values = mySeats().map(random);
  return parsed;
}

function mySeats(): Element[] {
  return [...document.querySelectorAll("#seats .yours")];
}

/** What the address asks for: to sit down (a link, a QR code), to play at once. */
async function arrive(): Promise<void> {
  const wish = new URLSearchParams(location.hash.slice(1));
  if (!location.hash || me !== null) return;
  history.replaceState(null, "", location.pathname);
  const seats = wish.has("play") ? 1 : Number(wish.get("sit") ?? 0);
  const names = seats ? [""] : [];
  for (let place = 1; place < seats; place++) names.push((await askName(place)) ?? "");
  names.forEach((name, place) => (name || !place) && send({ ...command('{"command":"sit"}'), name }));
  if (wish.has("play")) send({ command: "fill" });
}

/** Whoever sits already asks for a seat for somebody beside her. */
async function sitBeside(wanted: Record<string, unknown>): Promise<void> {
  const name = await askName(mySeats().length);
  if (name !== null) send({ ...wanted, name });
}

function take(move: string): void {
  if (decision || isWithdrawn) return;
  dismiss();
  withdraw();
  decision = send({ command: "move", seat: me, move });
}

function act(target: Element): void {
  const move = target.closest<HTMLElement | SVGElement>("[data-move]")?.dataset.move;
  if (move) return take(move);
  const isRoll = target.closest("#roll, .rollable") !== null;
  if (isRoll && decision) return;
  if (target.closest("[data-dismiss]")) dismiss();
  const pick = target.closest<SVGElement>("[data-pick]");
  if (pick) choose(pick.dataset.pick!);
  const button = target.closest<HTMLElement>("[data-command]");
  if (button && (!button.dataset.confirm || confirm(button.dataset.confirm))) {
    const wanted = command(button.dataset.command!);
    if (wanted.command === "sit" && mySeats().length) return void sitBeside(wanted);
    if (isRoll) withdraw();
    const id = send(wanted);
    if (isRoll) decision = id;
  }
  for (const command of ["emote", "phrase"]) {
    const said = target.closest<HTMLElement>(`[data-${command}]`);
    if (said && me !== null) send({ command, seat: me, [command]: said.dataset[command] });
  }
  const share = target.closest<HTMLElement>("[data-invite]");
  if (share) void invite(share).then((isCopied) => isCopied && toast(share.dataset.invite!));
}

/** Make the only move there is, after a moment in which one sees it; who is told how to makes it herself, or reads on. */
function playForced(): void {
  const [only, ...others] = document.querySelectorAll<HTMLElement>("#controls [data-move]");
  if (!only || others.length || isBusy() || !isOn("forced")) return;
  const seen = number;
  only.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  const make = (): void => {
    if (number !== seen || !isOn("forced") || !only.isConnected || decision) return;
    if (document.querySelector("#coach[hidden]")) act(only);
    else setTimeout(make, FORCED);
  };
  setTimeout(make, FORCED * Math.max(pace(), 0.6));
}

/** Show the last move again; what was offered is offered again afterwards. */
function showAgain(): void {
  if (isBusy()) return;
  queue(withdraw, again, () => {
    readmit();
    offerAll();
  });
}

/** Tell the house how fast things are to happen here that happen by themselves. */
function sendPace(): void {
  post(`{"command":"pace","pace":"${paceName()}"}`);
}

/** Tell the house whether everybody's chances are to be seen here. */
function sendOdds(): void {
  post(`{"command":"odds","on":${wantsOdds()}}`);
}

/** Keys for the whole table, where no control has the keyboard. */
function press(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest(CONTROLS)) return;
  const roll = document.querySelector<HTMLElement>("#roll");
  if (event.key === "ArrowLeft") showAgain();
  else if (event.key !== " " && event.key !== "Enter") return;
  else if (roll?.checkVisibility({ visibilityProperty: true })) roll.click();
  else if (me === null || !document.querySelector("#status.playing")) return;
  else skip();
  event.preventDefault();
}

/** Remember whether the keyboard is among what can be done here, and at what, until that is back. */
function noteFocus(): void {
  const active = document.activeElement as HTMLElement | null;
  if (!active || active === document.body) return;
  const place = active.closest("#controls, #ending, #hint, .playground")?.classList[0];
  wasAtControls = place !== undefined;
  const { move, pick } = active.dataset;
  grip = move ? `[data-move="${CSS.escape(move)}"]` : pick ? `[data-pick="${CSS.escape(pick)}"]` : "";
  if (grip) grip = `.${place} ${grip}`;
}

/** Back to where the keyboard was, else to what can be done now; where there is nothing, as soon as there is. */
function restoreFocus(): void {
  const active = document.activeElement;
  if (!wasAtControls || (active && active !== document.body)) return;
  const found = (grip && document.querySelector<HTMLElement>(grip)) || document.querySelector<HTMLElement>(OFFERED);
  found?.focus({ preventScroll: true });
}

function bubble(seat: number, emote: string): void {
  const place = document.getElementById(`bubble-${seat}`);
  const sign = document.querySelector(`[data-emote="${emote}"] use`)?.getAttribute("href");
  if (!place || !sign || isOn("mute")) return;
  place.firstElementChild!.setAttribute("href", sign);
  place.classList.remove("shown");
  requestAnimationFrame(() => flash(place, BUBBLE));
}

connectHands(act, take);
document.addEventListener("keydown", press);
for (const box of document.querySelectorAll<HTMLInputElement>("[data-copy]")) {
  box.addEventListener("focus", () => box.select());
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket?.readyState === WebSocket.CLOSED) connect();
  tellAway();
});
addEventListener("offline", giveUp);
setInterval(() => post('{"command":"ping"}'), QUIET);
connectCoach();
againButton.addEventListener("click", showAgain);
connectSettings(() => {
  sendPace();
  face();
});
face();
connectEnding(toast);
connectOdds(sendOdds);
connectChat(send);
connectReach();
announce(isMine);
connectDrawer();
tick();
connect();
queue(seen, rehearse); // while nothing has happened yet
