// What judges moves, layouts and games: a file of its own, loaded when it is first asked.

import { hintOf } from "./hints.js";
import { judged } from "./judging.js";
import { LAYERS_NEEDED } from "./layers.js";
import { reviewed } from "./reviews.js";

export const judges = { hintOf, judged, reviewed, layers: LAYERS_NEEDED };
