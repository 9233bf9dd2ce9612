// Boards of other programs as the page without a server reads them, for test_page_scripts.py: a text a line, in;
// its board, out.
import { readFileSync } from "node:fs";

import { foreign } from "../../../../minesolver/extras/web/static/foreign.js";

for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const board = await foreign(JSON.parse(line)).catch((error) => ({ error: error.message }));
  console.log(JSON.stringify(board && { ...board, codes: board.codes && [...board.codes] }));
}
