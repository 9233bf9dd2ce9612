import js from "@eslint/js";

const browser = "document window history location navigator localStorage sessionStorage matchMedia fetch crypto performance getComputedStyle getSelection addEventListener innerWidth innerHeight scrollY setTimeout clearTimeout setInterval clearInterval BigInt requestAnimationFrame queueMicrotask AbortController URL Blob File AudioContext createImageBitmap Image FileReader DOMParser btoa console URLSearchParams atob TextDecoder TextEncoder Worker caches Request Response isSecureContext DOMException postMessage ResizeObserver MutationObserver devicePixelRatio MouseEvent Event Text";

// Paths are those of the checkout, in which `npm run lint` calls it.
export default [
  { ignores: ["minesolver/extras/*/static/solver", "bindings/js/dist", "bindings/js/node_modules"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: Object.fromEntries(browser.split(" ").map((name) => [name, "readonly"])) },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "max-len": ["error", { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignorePattern: "@(type|typedef|param|property)" }],
    },
  },
  {
    // The npm package: what its users leave out is null or undefined.
    files: ["bindings/js/**", "tests/bindings/**"],
    languageOptions: { globals: { WebAssembly: "readonly", DecompressionStream: "readonly", structuredClone: "readonly", process: "readonly" } },
    rules: { eqeqeq: ["error", "always", { null: "ignore" }] },
  },
  { files: ["bindings/js/index.cjs"], languageOptions: { sourceType: "commonjs" } },
];
