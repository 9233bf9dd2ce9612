// The page in every state, in a browser of its own: axe, errors, sideways scrolling; and the pictures of docs/extras/web/web.md.
//
//     minesolver web --port 8741 &   (or any server of an exported folder)
//     node tests/extras/web/browser/states.mjs http://127.0.0.1:8741/ [--browser chrome|firefox] [--at PATH] [--images FOLDER] [--only STATE,STATE]
//
// Firefox is driven by WebDriver BiDi. Ends with 1 where a state has a violation or an error.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const {
  values: given,
  positionals: [address],
} = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: "string", default: "chrome" },
    at: { type: "string" },
    images: { type: "string" },
    only: { type: "string" },
  },
});
const BINDINGS = new URL("../../../../bindings/", import.meta.url); // where npm installs
const { launch } = createRequire(BINDINGS)("puppeteer-core");
const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", BINDINGS), "utf8");
const PLACES = {
  chrome: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};
const GUESSES =
  "board=16x30x99:zBACzC2zDCzBA2B3A4BDz2C2z2B3ACzC2z2EC2BC2zBA4Cz2FzC3BA3B4Dz2CBzDzDCBAB2DzFzFDBA2C2BAB3CEzCBCzDEzCABzCBDz3CA2z2EC2zB2zCBACDEz2CAC3ABCEzCA2z4CB5A2Bz2EDCABzBA3BC2BAz3EBA5B2D3CzBACD2BA3BzCB2DzCA6BzDzCBC2B2z2CA3BDzCBC2BA4B2CBEzDABzC2EzDB4CzCBzCB2A3BzCBDzCAB2CzC2zBCzDC2B3DzCA2BC3zCB2A2BC2B2CDFzEzCB3CzCA2CzCB2CB2A2CzCABCz3EBCz2BCD2C2FzEBABzCBACzCACzF2zDBDCB3z2Cz4BABCzBAB2CBDzDzC2zDzBCDEDCDzEC4DC2A3BzCBCB3Cz3Cz2BABzBABz2CzBA3B3A5Bz2";
const GAME = "play=16x16x40;zero;7;o3a";

/** The corners of a square. */
const at = (x, y) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]; // prettier-ignore
/** Boards that need more than a code for each cell: on a graph, of several mines a cell, with printed clues. */
const MORE = {
  graph: {
    rules: "graph",
    mines: 2,
    neighbours: { a: ["b", "c", "d"], b: ["d"], c: ["d"], d: [] },
    outlines: { a: at(0, 0), b: at(1, 0), c: at(0, 1), d: at(1, 1) },
    board: [["a", "#"], ["b", "#"], ["c", "#"], ["d", "?"]], // prettier-ignore
    constraints: [
      { name: "row", cells: ["a", "b"], mines: 1 },
      { name: "around d", cells: ["a", "b", "c"], at: "d", apart: true, mines: 2 },
    ],
  },
  several: { rules: "multi-3", mines: 5, board: ["3 # #", "# # *2"] },
  printed: { rules: "mosaic", mines: 4, board: ["3 # #", "# 4 2?", "# # *"] },
};

const browser = await launch({
  browser: given.browser,
  executablePath: given.at ?? PLACES[given.browser].find(existsSync),
  args: given.browser === "chrome" ? ["--no-sandbox"] : [],
  headless: true,
});
let bad = 0;
let page;
const click = async (selector) =>
  (await page.waitForSelector(selector, { visible: true })).evaluate((one) => one.click());
const has = (selector) => page.waitForSelector(selector, { visible: true });
const choose = (id, value) => page.select(id, value);
const type = (selector, text) =>
  page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    },
    text,
  );
/** A board that Python alone counts: without it the page says so. */
const hasCells = async () => {
  await page.waitForSelector("#board .c:not(.hid)");
  await page.waitForSelector("html[data-server] #result .facts, html:not([data-server]) #result .bad");
};

/** The help with a game is a menu where no card beside the board has it. */
const openHelp = async () => {
  if (await page.$eval("#helping", (button) => button.checkVisibility())) await click("#helping");
};

/** Play at once to the end of the game. */
async function ended() {
  await openHelp();
  await click("#watch");
  await choose("#policy", "safest");
  await type("#speed", "6");
  await click("#run");
  await click("#figures summary");
  await has("#review #replay-game");
}

/** Of each state where it begins and how it is reached. @type {Record<string, [string, () => Promise<any>]>} */
const STATES = {
  example: ["", () => has("#board .p")],
  analyse: [
    GUESSES,
    async () => {
      await has("#board .best");
      await has("#result table");
    },
  ],
  contradiction: ["board=3x3x2:DzDz6", () => has("#result .bad")],
  puzzle: ["board=square;4x6x4:BzCzoz2BzBqz4oz8;1.3.8=1.2;22.23=1", () => has("#groups input")],
  proof: [
    "board=2x4x2:zBCBz4",
    async () => {
      await page.waitForSelector("#board .safe");
      await page.focus("#board [tabindex='0']");
      await page.keyboard.press("b");
      await has("#detail .proof");
    },
  ],
  compare: [
    "board=2x4x2:zBCBz4",
    async () => {
      await click("#compare summary");
      await page.waitForSelector("#comparison p");
    },
  ],
  opening: [
    "",
    async () => {
      await choose("#overlay", "opening");
      await page.waitForSelector("#board [aria-label*='opens an area']");
    },
  ],
  ...Object.fromEntries(
    ["size", "settings", "help", "stats", "boards", "paste", "share"].map((name) => [
      name,
      [
        "",
        async () => {
          await click(name === "share" ? ".share" : `#${name}`);
          await has(`#${name}-dialog`);
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(MORE).map(([name, board]) => [
      name,
      [`board=json:${Buffer.from(JSON.stringify(board)).toString("base64url")}`, () => hasCells()],
    ]),
  ),
  hex: ["board=hex;4x5x4:Bz19", () => has("#board.free .p")],
  liar: ["board=liar;4x5x4:Cz19", () => page.waitForSelector("#board .p")],
  net: ["board=cube;6x3x3;18x3x9:z26Cz27", () => has("#board.free .p")],
  picture: [
    GAME,
    async () => {
      if (!(await page.$("html[data-server]"))) return; // only Python reads screenshots
      await page.waitForSelector("#board .o");
      const path = join(tmpdir(), `minesolver-${process.pid}.png`);
      await (await page.$(".frame")).screenshot({ path });
      await (await page.$("#file")).uploadFile(path);
      await has("#picture canvas, #toast.bad");
      // What is doubtful is told as well, and the picture comes a moment later.
      await page.waitForSelector("#picture canvas", { timeout: 20_000 }).catch(async () => {
        throw new Error(await page.$eval("#toast", (toast) => toast.textContent));
      });
    },
  ],
  cube: ["board=3d;3x3x3;9x3x4:Bz26", () => page.waitForSelector("#board .p")],
  game: [GAME, () => page.waitForSelector("#board .o")],
  rules: [GAME, () => click("#rules")],
  play: [
    GAME,
    async () => {
      await page.waitForSelector("#board .o");
      await openHelp();
      await click("#assist [value=marks]");
      await page.waitForSelector("#board .safe");
      await click("#hint");
      await has("#advice .proof");
    },
  ],
  chances: [
    GAME,
    async () => {
      await openHelp();
      await click("#assist [value=chances]");
      await page.waitForSelector("#board .p");
    },
  ],
  lost: [
    "play=9x9x10;zero;5;o0",
    async () => {
      await page.waitForSelector("#board .o");
      await page.focus("#board [data-i='80']"); // a mine
      await page.keyboard.press("Enter");
      await click("#figures summary");
      await has("#review #replay-game");
    },
  ],
  won: ["play=9x9x10;zero~n;1;o14", ended],
  train: ["train", () => has("#training")],
  replay: [
    GAME,
    async () => {
      await page.waitForSelector("#board .o");
      await ended();
      await click("#replay-game");
      await click("#replay-assist");
      for (let i = 0; i < 8; i++) await click("#step-on");
      await page.waitForSelector("#board .p");
    },
  ],
};
const IMAGES = { analyse: "light", play: "light", replay: "dark" };

for (const [name, [fragment, reach]] of Object.entries(STATES)) {
  if (given.only && !given.only.split(",").includes(name)) continue;
  for (const theme of ["light", "dark"]) {
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const errors = [];
    await page.setViewport({ width: 1280, height: 860 });
    try {
      await page.goto(`${address}static/icon.svg`);
      await page.evaluate(
        (chosen) => localStorage.setItem("minesolver.settings", JSON.stringify({ theme: chosen })),
        theme,
      );
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (said) => said.type() === "error" && errors.push(said.text()));
      await page.goto(`${address}#${fragment}`);
      await page.waitForSelector("html[data-ready]");
      await reach();
      const found = await page.evaluate(
        `${AXE}; axe.run().then((all) => all.violations.map((one) => one.id + " " + one.nodes[0].html.slice(0, 150)))`,
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      errors.push(...found, ...(wide ? ["scrolls sideways"] : []));
      if (given.images && IMAGES[name] === theme) {
        writeFileSync(`${given.images}/web-${name}.png`, await page.screenshot());
      }
    } catch (error) {
      errors.push(String(error.stack).slice(0, 300));
    }
    bad += errors.length;
    console.log(`${given.browser} ${theme} ${name}: ${errors.length ? errors.join("; ") : "well"}`);
    await context.close();
  }
}
await browser.close();
process.exit(bad ? 1 : 0);
