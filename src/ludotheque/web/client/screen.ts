// A table on a wall: it shows what happens there as any onlooker is told, and takes no command.
import { show, type Piece } from "./board";
import { perform, queue, type Shot } from "./director";
import { celebrate, connectEnding } from "./ending";
import { addLines, replaceLines, replaceParts, type Line } from "./morph";
import { showOdds, wantsOdds, type Odds } from "./odds";
import { stand, tick, type Standing } from "./standing";

interface Frame extends Standing {
  number: number;
  turn: string;
  shots?: (Shot & { lines?: Line[] })[];
  pieces?: Piece[]; // all there are, where this page begins anew,
  lines?: Line[]; // with the log
}
interface Letter {
  at?: number; // the number of the frame that follows, where it holds only with that one
  parts?: Record<string, string>;
  odds?: Odds;
}

const AGAIN = 2000; // milliseconds until a lost connection is tried again,
const MOVED = 1012; // unless it was closed so: the house goes on in another process
const GONE = [4403, 4404]; // there is nothing here to look at any more
const QUIET = 25_000; // between two signs of life

const root = document.getElementById("table")!;
let received = Number(root.dataset.number); // the number of the last event that came
const held: Letter[] = []; // until the frame has come with which they hold

function connect(): void {
  const url = new URL(root.dataset.live!, location.href);
  url.searchParams.set("seen", String(received));
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  const alive = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"command":"ping"}'), QUIET);
  socket.onopen = () => wantsOdds() && socket.send('{"command":"odds","on":true}');
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = ({ code }) => {
    clearInterval(alive);
    if (!GONE.includes(code)) setTimeout(connect, code === MOVED ? Math.random() * 300 : AGAIN);
  };
}

function receive(message: Frame | Letter): void {
  if ("number" in message) film(message);
  else if ((message.at ?? 0) > received) held.push(message);
  else queue(() => read(message));
}

function read(letter: Letter): void {
  replaceParts(letter.parts ?? {});
  if (letter.odds) showOdds(letter.odds);
  tick();
}

function film(frame: Frame): void {
  received = frame.number;
  if (frame.pieces) queue(() => show(frame.pieces!));
  if (frame.lines) queue(() => replaceLines(frame.lines!));
  for (const shot of frame.shots ?? []) queue(() => perform(shot, () => addLines(shot.lines ?? [])));
  const letters = held.splice(0);
  queue(() => {
    for (const letter of letters) read(letter);
    settle(frame);
    if (frame.shots?.some((shot) => shot.cue === "end")) celebrate();
  });
}

/** What is true once all of a frame has been shown. */
function settle(frame: Frame): void {
  document.querySelector("#status .turn")!.textContent = frame.turn;
  stand(frame);
}

connectEnding(() => undefined);
tick();
connect();
