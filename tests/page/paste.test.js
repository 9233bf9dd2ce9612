import assert from "node:assert/strict";
import { test } from "node:test";

import { boardIn } from "../../minesolver/web/static/paste.js";

const SAME = ["1##", "##2", "###"];
const TEXTS = {
  plain: "1##\n##2\n###\n",
  fence: "```text\n1##\n##2\n###\n```",
  quote: "> 1##\n> ##2\n> ###",
  "quoted fence": "> ```\n> 1##\n> ##2\n> ###\n> ```",
  sheet: "1,,\n,,2\n,,",
  comma: "1,#,#\n#,#,2\n#,#,#",
  semicolon: "1;-1;-1\n-1;-1;2\n-1;-1;-1",
  tab: "1\t#\t#\n#\t#\t2\n#\t#\t#",
  blanks: "1 x x\nx x 2\nx x x",
  box: "┌─┬─┬─┐\n│1│#│#│\n├─┼─┼─┤\n│#│#│2│\n├─┼─┼─┤\n│#│#│#│\n└─┴─┴─┘",
  pipes: "|1|#|#|\n|#|#|2|\n|#|#|#|",
  table: "| 1 | # | # |\n|---|---|---|\n| # | # | 2 |\n| # | # | # |",
  forum: "[code]\n1##\n##2\n###\n[/code]",
  prose: "Is this really a guess?\n\n1##\n##2\n###\n\nThanks!",
  emoji: "1️⃣⬜⬜\n⬜⬜2️⃣\n⬜⬜⬜",
  squares: "1 ■ ■\n■ ■ 2\n■ ■ ■",
  chat: ":one::white_large_square::white_large_square:\n:white_large_square::white_large_square::two:\n:white_large_square::white_large_square::white_large_square:",
  "\uFEFF mark and CRLF": "\uFEFF1##\r\n##2\r\n###\r\n",
};

test("a board is found however it is pasted", () => {
  for (const [name, text] of Object.entries(TEXTS)) assert.deepEqual(boardIn(text)?.rows, SAME, name);
});

test("flags, mines, opened cells and the mine count", () => {
  assert.deepEqual(boardIn("3x3x2\n1🚩#\n.0#\n_0#"), { rows: ["1*#", "00#", "00#"], mines: 2 });
  assert.equal(boardIn("There are 10 mines left:\n1##\n##2").mines, 10);
  assert.deepEqual(boardIn("||1️⃣||||⬜||\n||1️⃣||||💥||").rows, ["1#", "1*"]);
});

test("a text without a board is no board", () => {
  for (const text of [
    "",
    "hello",
    "What is 1 + 1?",
    "1\n2\n3",
    "https://example.org/#board",
    "{}",
    "1##\n##z\n###\n###",
    "1###\n###\n####",
  ])
    assert.equal(boardIn(text), null, text);
});
