// A game for four with the shape and size of Quadropolis: take a building from a board of 25, put it into a city of 20.
// No scoring and no rulebook: what a move costs here is what the framework costs.
const KINDS = ['tower', 'shop', 'park', 'factory', 'harbour', 'public'];
const ROUNDS = 4;

function fill(random) {
  return Array.from({ length: 25 }, () => ({ kind: KINDS[random.Die(6) - 1], gives: random.Die(3), needs: random.Die(3) }));
}

module.exports = {
  name: 'city',
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random }) => ({
    round: 1,
    board: fill(random),
    cities: [0, 1, 2, 3].map(() => Array(20).fill(null)),
    architects: [0, 1, 2, 3].map(() => [1, 2, 3, 4]),
    stock: [0, 1, 2, 3].map(() => ({ people: 0, energy: 0, points: 0 })),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    build: ({ G, playerID, random }, place, architect, cell) => {
      const seat = Number(playerID);
      const tile = G.board[place];
      const left = G.architects[seat].indexOf(architect);
      if (!tile || left < 0 || cell < 0 || cell > 19 || G.cities[seat][cell]) return 'INVALID_MOVE';
      G.board[place] = null;
      G.architects[seat].splice(left, 1);
      G.cities[seat][cell] = tile;
      G.stock[seat].people += tile.gives;
      G.stock[seat].points += 1;
      if (G.architects.every((hand) => hand.length === 0)) {
        G.round += 1;
        G.board = fill(random);
        G.architects = [0, 1, 2, 3].map(() => [1, 2, 3, 4]);
      }
      return undefined;
    },
  },
  endIf: ({ G }) => (G.round > ROUNDS ? { points: G.stock.map((stock) => stock.points) } : undefined),
};
