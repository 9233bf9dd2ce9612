// What `bindings/build.py` has deflated (RFC 1951), inflated on any host, at once.

const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 258; // which has a code of its own
const MOST_BITS = 15; // of a code
const END_OF_BLOCK = 256;

/** The number that each code begins at, where each covers as many numbers as its further bits can say. */
const startsOf = (furtherBits, smallest) =>
  furtherBits.map((_, code) => furtherBits.slice(0, code).reduce((sum, bits) => sum + 2 ** bits, smallest));

// Lengths have four codes of each number of further bits, distances two.
const LENGTH_BITS = [...Array.from({ length: 28 }, (_, code) => Math.max(0, (code >> 2) - 1)), 0];
const LENGTHS = [...startsOf(LENGTH_BITS, 3).slice(0, -1), LONGEST];
const DISTANCE_BITS = Array.from({ length: 30 }, (_, code) => Math.max(0, (code >> 1) - 1));
const DISTANCES = startsOf(DISTANCE_BITS, 1);

/** The bytes of base64. */
export function unpacked(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

/**
 * What was deflated.
 * @param {Uint8Array} packed @param {number} size how many bytes it has
 */
export function inflated(packed, size) {
  const bytes = new Uint8Array(size);
  let length = 0;
  let next = 0;
  let heldValue = 0;
  let heldBits = 0;

  function hold(count) {
    while (heldBits < count) {
      heldValue |= packed[next++] << heldBits;
      heldBits += 8;
    }
  }

  function drop(count) {
    heldValue >>>= count;
    heldBits -= count;
  }

  function take(count) {
    hold(count);
    const value = heldValue & ((1 << count) - 1);
    drop(count);
    return value;
  }

  function symbolOf({ table, mask }) {
    hold(MOST_BITS);
    const entry = table[heldValue & mask];
    drop(entry & 15);
    return entry >> 4;
  }

  function copyBlock(lengths, distances) {
    for (;;) {
      const symbol = symbolOf(lengths);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        bytes[length++] = symbol;
        continue;
      }
      const long = symbol - END_OF_BLOCK - 1;
      const count = LENGTHS[long] + take(LENGTH_BITS[long]);
      const distanceCode = symbolOf(distances);
      const distance = DISTANCES[distanceCode] + take(DISTANCE_BITS[distanceCode]);
      for (let k = 0; k < count; k++, length++) bytes[length] = bytes[length - distance];
    }
  }

  /** The two codes that a block begins with, whose lengths are in a code of their own. */
  function codesOf() {
    const [literals, distances, lengths] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const sizes = new Array(CODE_LENGTH_ORDER.length).fill(0);
    for (let k = 0; k < lengths; k++) sizes[CODE_LENGTH_ORDER[k]] = take(3);
    const code = codeOf(sizes);
    const bits = [];
    while (bits.length < literals + distances) {
      const symbol = symbolOf(code);
      if (symbol < 16) bits.push(symbol);
      else if (symbol === 16) bits.push(...new Array(3 + take(2)).fill(bits.at(-1)));
      else bits.push(...new Array(symbol === 17 ? 3 + take(3) : 11 + take(7)).fill(0));
    }
    return [codeOf(bits.slice(0, literals)), codeOf(bits.slice(literals))];
  }

  for (let isLast = 0; !isLast; ) {
    isLast = take(1);
    if (take(2) !== 2) throw new Error("the package is damaged"); // build.py makes no other blocks
    const [lengths, distances] = codesOf();
    copyBlock(lengths, distances);
  }
  return bytes;
}

/**
 * A code of prefixes by the length of each symbol's: for whatever bits come next the symbol that they begin with, and
 * how many of them it takes.
 */
function codeOf(sizes) {
  const maxBits = Math.max(...sizes);
  const table = new Uint16Array(1 << maxBits);
  let code = 0;
  for (let bits = 1; bits <= maxBits; bits++, code <<= 1) {
    for (let symbol = sizes.indexOf(bits); symbol >= 0; symbol = sizes.indexOf(bits, symbol + 1), code++) {
      // The first bit of a code is the lowest one of those that come.
      let start = 0;
      for (let k = 0; k < bits; k++) start |= ((code >> k) & 1) << (bits - 1 - k);
      for (let slot = start; slot < table.length; slot += 1 << bits) table[slot] = (symbol << 4) | bits;
    }
  }
  return { table, mask: table.length - 1 };
}
