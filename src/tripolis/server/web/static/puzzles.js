// The page of all puzzles needs nothing but what every page has.

import "./page.js";
