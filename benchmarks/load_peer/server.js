// boardgame.io's server with its FlatFile store, as its documentation sets it up: node server.js PORT FOLDER
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const city = require('./city.js');

const [port, dir] = process.argv.slice(2);
Server({ games: [city], origins: [Origins.LOCALHOST], db: new FlatFile({ dir }) }).run(Number(port));
