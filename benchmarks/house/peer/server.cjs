// boardgame.io's own server with the race game; arguments: PORT STORAGE [FOLDER].
// STORAGE: "memory" (its default) or "files" (its FlatFile, in that folder).
const { Server, FlatFile } = require("boardgame.io/server");
const { Race } = require("./game.cjs");

const [port, storage, folder] = process.argv.slice(2);
const db = storage === "files" ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [Race], origins: ["*"], ...(db ? { db } : {}) }).run({
  port: { port: Number(port), host: "127.0.0.1" }, // what is handed to listen(): loopback alone
});
