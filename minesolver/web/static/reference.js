// The API's description, drawn from /openapi.json, with a form to try each question.

import { element } from "./dom.js";

const description = await (await fetch("/openapi.json")).json();
const schemas = description.components.schemas;

/** @returns {any} */
function type(/** @type {any} */ schema) {
  if (!schema) return "any";
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return element("a", { href: `#${name}` }, name);
  }
  if (schema.anyOf) return element("span", {}, ...schema.anyOf.flatMap((/** @type {any} */ one, /** @type {number} */ i) => [i ? " or " : "", type(one)]));
  if (schema.enum) return schema.enum.map((/** @type {any} */ value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.prefixItems) return element("span", {}, "[", ...schema.prefixItems.flatMap((/** @type {any} */ one, /** @type {number} */ i) => [i ? ", " : "", type(one)]), "]");
  if (schema.type === "array") return element("span", {}, "list of ", type(schema.items));
  return schema.type ?? "any";
}

/** @returns {any} */
function example(/** @type {any} */ schema, depth = 0) {
  if (!schema || depth > 5) return null;
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    if (name === "BoardModel") return { rows: ["1#", "##"], mines: 1 };
    if (name === "GameModel") return { rows: 9, cols: 9, mines: 10, first_click: "zero", seed: 7 };
    return example(schemas[name], depth + 1);
  }
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0], depth + 1);
  if (schema.type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, example(one, depth + 1)]));
  }
  if (schema.type === "array") return [];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 0;
  return "";
}

function body(/** @type {any} */ operation, /** @type {string} */ path) {
  const schema = operation.requestBody?.content["application/json"].schema;
  if (!schema) return null;
  const value = example(schema);
  if (path.endsWith("/parse")) return { text: "1 #\n# #" };
  if (path.endsWith("/policy")) value.policy = "safest";
  return value;
}

function question(/** @type {string} */ path, /** @type {string} */ method, /** @type {any} */ operation) {
  const given = body(operation, path);
  const input = given === null ? null : element("textarea", { rows: "8", "aria-label": "Request body", spellcheck: "false" });
  if (input) input.value = JSON.stringify(given, null, 1);
  const output = element("pre", { class: "output", hidden: true });
  const send = async () => {
    const response = await fetch(path, { method: method.toUpperCase(), headers: { "content-type": "application/json" }, body: input?.value });
    output.hidden = false;
    const text = await response.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 1).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inside) => `[${inside.replace(/\s+/g, " ")}]`);
    } catch {
      // not JSON: shown as it came
    }
    output.textContent = `${response.status}\n${shown.slice(0, 20000)}`;
  };
  const answer = operation.responses["200"].content["application/json"].schema;
  return element(
    "section",
    { class: "card" },
    element("h2", {}, element("code", {}, `${method.toUpperCase()} ${path}`)),
    element("p", {}, operation.summary, ". Answer: ", type(answer), "."),
    element("details", {}, element("summary", {}, "Try it"), input ?? "", element("div", { class: "bar" }, element("button", { type: "button", class: "main", onclick: send }, "Send")), output),
  );
}

function model(/** @type {string} */ name, /** @type {any} */ schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([field, one]) =>
    element("tr", {}, element("td", {}, element("code", {}, field)), element("td", {}, type(one)), element("td", { class: "dim" }, required.has(field) ? "required" : one.default === undefined || one.default === null ? "" : `default ${JSON.stringify(one.default)}`)),
  );
  return element("section", { class: "card", id: name }, element("h2", {}, name), schema.description ? element("p", { class: "about" }, schema.description) : "", element("table", { class: "table" }, ...rows));
}

const hidden = new Set(["HTTPValidationError", "ValidationError"]);
/** @type {HTMLElement} */ (document.getElementById("reference")).replaceChildren(
  element("p", {}, "Every question is a POST of a JSON object (options: a GET). Cells are [row, col] from 0. A refusal is an ", element("a", { href: "#ErrorModel" }, "ErrorModel"), ": 4xx for a wrong or huge request, 503 when time ran out or all workers are busy."),
  ...Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => question(path, method, operation))),
  element("h2", {}, "Models"),
  ...Object.entries(schemas).filter(([name]) => !hidden.has(name)).map(([name, schema]) => model(name, schema)),
);
