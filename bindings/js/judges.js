// What judges moves, layouts and games: a file of its own, loaded when it is first asked.

export { hintOf } from "./hints.js";
export { judged } from "./judging.js";
export { reviewed } from "./reviews.js";
