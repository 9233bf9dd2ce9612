// What is kept in this browser, by name.

export function kept(/** @type {string} */ name, /** @type {any} */ otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`minesolver.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(/** @type {string} */ name, /** @type {any} */ value) {
  try {
    localStorage.setItem(`minesolver.${name}`, JSON.stringify(value));
  } catch {
    // without storage it lasts as long as the page
  }
}
