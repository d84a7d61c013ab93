// Four people at each of many matches of boardgame.io's server; prints one line of JSON.
// Arguments: PORT TABLES LEAD WINDOW THINK_FROM THINK_TO (seconds; 0 0: at once) NAME=PID…, the last
// being processes whose use is noted. They speak its wire protocol over socket.io directly, which
// costs less than its own client, and send again what it refused.
const { readFileSync, readdirSync } = require("node:fs");
const { io } = require("socket.io-client");
const { legal } = require("./game.cjs");

const [port, tables, lead, window, from, to] = process.argv.slice(2, 8).map(Number);
const noted = Object.fromEntries(process.argv.slice(8).map((each) => each.split("=")));
const SEATS = 4;
const AGAIN = 1; // seconds until a move that nobody heard of is sent again: it says nothing of refusals
let again = 0;
const now = () => performance.now() / 1000;
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

class Person {
  constructor(match, seat) {
    Object.assign(this, { match, seat, numbers: [], times: [], sent: new Map() });
  }

  /** Connect and take the seat; resolves with the first state. */
  sit() {
    this.socket = io(`http://127.0.0.1:${port}/race`, { transports: ["websocket"], forceNew: true });
    return new Promise((done, fail) => {
      this.socket.on("connect", () => this.socket.emit("sync", this.match, String(this.seat), undefined, SEATS));
      this.socket.on("connect_error", fail);
      this.socket.on("sync", (_, info) => {
        this.state = info.state;
        done();
      });
      this.socket.on("update", (_, state) => this.take(state));
    });
  }

  take(state) {
    this.state = state;
    this.numbers.push(state._stateID);
    this.times.push(now());
    this.consider();
  }

  /** Answer at once, or after a thought. */
  consider() {
    if (this.state.ctx.currentPlayer !== String(this.seat) || this.state.ctx.gameover) return;
    if (to === 0) this.act();
    else setTimeout(() => this.act(), 1000 * (from + (to - from) * Math.random()));
  }

  act() {
    const { G, _stateID } = this.state;
    if (this.state.ctx.currentPlayer !== String(this.seat) || this.sent.has(_stateID + 1)) return;
    const pawns = legal(G, this.seat);
    const pawn = pawns[Math.floor(Math.random() * pawns.length)];
    const [type, args] = G.die ? ["go", [pawn]] : ["roll", []];
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID: String(this.seat) } };
    this.sent.set(_stateID + 1, now());
    this.send(action, _stateID);
  }

  send(action, number) {
    this.socket.emit("update", action, number, this.match, String(this.seat));
    setTimeout(() => {
      if (this.state._stateID !== number || !this.socket.connected) return;
      again++;
      this.send(action, number);
    }, 1000 * AGAIN);
  }

  saw(number) {
    const place = this.numbers.findIndex((seen) => seen >= number);
    return place < 0 ? Infinity : this.times[place];
  }
}

/** A process, and all that it and those have started. */
const family = (pid) => [pid, ...readdirSync(`/proc/${pid}/task`).flatMap((task) => children(pid, task))];
const children = (pid, task) =>
  readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).flatMap(family);
const sum = (pid, read) => family(pid).reduce((total, each) => total + read(each), 0);
const memory = (pid) =>
  sum(pid, (each) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, "utf8"))[1]));
const ticks = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const cpu = () => Object.fromEntries(Object.entries(noted).map(([name, pid]) => [name, sum(pid, ticks)]));

async function open(name) {
  const people = [0, 1, 2, 3].map((seat) => new Person(name, seat));
  for (const person of people) await person.sit(); // the first one opens the match
  return people;
}

async function openAll() {
  const every = [];
  for (let first = 0; first < tables; first += 8) {
    const some = Array.from({ length: Math.min(8, tables - first) }, (_, k) => `match${first + k}`);
    every.push(...(await Promise.all(some.map(open))));
  }
  return every;
}

/** Every move of the window with the seconds until the last seat had it. */
function delays(matches, start, end) {
  return matches.flatMap((people) =>
    people.flatMap((person) =>
      [...person.sent]
        .filter(([, at]) => at >= start && at < end)
        .map(([number, at]) => Math.max(...people.map((each) => each.saw(number))) - at),
    ),
  );
}

async function main() {
  const warm = await open("warm-up");
  warm.forEach((person) => person.consider());
  await sleep(2);
  warm.forEach((person) => person.socket.close());
  await sleep(1);
  const before = memory(noted.server);
  const opening = now();
  const matches = await openAll();
  const people = matches.flat();
  const opened = now() - opening;
  people.forEach((person) => person.consider());
  await sleep(lead);
  const [start, used, own] = [now(), cpu(), process.cpuUsage()];
  await sleep(window);
  const [end, all, self] = [now(), cpu(), process.cpuUsage(own)];
  const spent = Object.fromEntries(Object.entries(all).map(([name, each]) => [name, each - used[name]]));
  const after = memory(noted.server);
  await sleep(3);
  const every = delays(matches, start, end);
  process.stdout.write(
    JSON.stringify({
      delays: every.map((delay) => (delay === Infinity ? null : Math.round(1e6 * delay) / 1e6)),
      seconds: end - start,
      server_cpu_s: spent.server,
      cpu_s: spent,
      again,
      clients_cpu_s: (self.user + self.system) / 1e6,
      memory_before: before,
      memory_per_table: (after - before) / tables,
      tables,
      connections: people.length,
      opened_s: opened,
      updates: people.reduce((sum, person) => sum + person.numbers.length, 0),
    }) + "\n",
    () => process.exit(0), // not before all of it is written
  );
}

main();
