// boardgame.io's server in several processes, by its own means: states in PostgreSQL by bgio-postgres,
// what happens told through its pubSub on Redis. Arguments: PORT PROCESSES DATABASE REDIS.
const cluster = require("node:cluster");
const { PostgresStore } = require("bgio-postgres");
const { Server, SocketIO } = require("boardgame.io/server");
const { createClient } = require("redis");
const { Race } = require("./game.cjs");

const [port, processes, database, redis] = process.argv.slice(2);

/** What boardgame.io asks of a pubSub, on Redis. */
class RedisPubSub {
  constructor(say, hear) {
    Object.assign(this, { say, hear });
  }
  publish(channel, payload) {
    this.say.publish(channel, JSON.stringify(payload));
  }
  subscribe(channel, callback) {
    this.hear.subscribe(channel, (text) => callback(JSON.parse(text)));
  }
  unsubscribeAll(channel) {
    this.hear.unsubscribe(channel);
  }
}

async function serve() {
  const clients = [createClient({ url: redis }), createClient({ url: redis })];
  await Promise.all(clients.map((client) => client.connect()));
  const transport = new SocketIO({ pubSub: new RedisPubSub(...clients) });
  const db = new PostgresStore(database, { logging: false });
  const server = Server({ games: [Race], origins: ["*"], db, transport });
  server.run({ port: { port: Number(port), host: "127.0.0.1" } }); // to listen(): loopback alone
}

if (cluster.isPrimary) {
  new PostgresStore(database, { logging: false }).connect().then(async () => {
    for (let number = 0; number < Number(processes); number++) cluster.fork();
  });
} else serve();
