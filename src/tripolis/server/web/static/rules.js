// The rules page needs no program of its own: only language and theme.

import "./page.js";
