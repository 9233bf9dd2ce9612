// The film of a recorded game (a line of JSON in), for tests/test_page_scripts.py: its bytes, out.
import { readFileSync, writeFileSync } from "node:fs";

import { film } from "../../minesolver/web/static/film.js";

writeFileSync(1, film(JSON.parse(readFileSync(0, "utf-8"))));
