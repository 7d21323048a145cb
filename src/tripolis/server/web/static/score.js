// The score helper: finished boards, one player after the other.

import { PAGE } from "./page.js";
import { Scorer } from "./scorer.js";

new Scorer(`/api/score/${PAGE.game}`);
