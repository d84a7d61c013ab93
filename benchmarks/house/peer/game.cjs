// A race game for four in boardgame.io's own manner: a die, sixteen pawns, captures, sixes again.
// As near to Ludo as a few lines come; it is there to carry the load, not to be played.
const SEATS = 4;
const PAWNS = 4;
const FINAL = 57;
const TRACK = 52;

/** The pawns that a seat may move by the die; pawns at 0 need a six to come out. */
function legal(G, seat) {
  const pawns = [0, 1, 2, 3].filter((pawn) => {
    const at = G.pawns[seat][pawn];
    return at === 0 ? G.die === 6 : at + G.die <= FINAL;
  });
  return G.die ? pawns : [];
}

function square(seat, at) {
  return at === 0 || at > TRACK - 1 ? null : (at + 13 * seat) % TRACK;
}

const Race = {
  name: "race",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: () => ({ pawns: Array.from({ length: SEATS }, () => Array(PAWNS).fill(0)), die: 0 }),
  moves: {
    roll: {
      client: false,
      move: ({ G, ctx, random, events }) => {
        G.die = random.D6();
        if (!legal(G, Number(ctx.currentPlayer)).length) {
          G.die = 0;
          events.endTurn();
        }
      },
    },
    go: ({ G, ctx, events }, pawn) => {
      const seat = Number(ctx.currentPlayer);
      const die = G.die;
      G.pawns[seat][pawn] = G.pawns[seat][pawn] === 0 ? 1 : G.pawns[seat][pawn] + die;
      const here = square(seat, G.pawns[seat][pawn]);
      if (here !== null) {
        G.pawns.forEach((row, other) =>
          row.forEach((at, k) => {
            if (other !== seat && square(other, at) === here) row[k] = 0;
          }),
        );
      }
      G.die = 0;
      if (die !== 6) events.endTurn();
    },
  },
  endIf: ({ G }) => {
    const winner = G.pawns.findIndex((row) => row.every((at) => at === FINAL));
    return winner < 0 ? undefined : { winner };
  },
};

module.exports = { Race, legal };
