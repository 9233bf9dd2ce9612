// Plans of clicks for test_page_clicks.py: a position with its analysis a line in, the plan out.
import { readFileSync } from "node:fs";
import { clickPlan } from "../../../../minesolver/protocol/scripts/clicks.js";

for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const { position, safe, mines, risks, flags } = JSON.parse(line);
  console.log(JSON.stringify(clickPlan(position, safe, mines, risks, new Set(flags))));
}
