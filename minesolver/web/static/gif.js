// Animated GIF of pictures whose pixels are numbers of a palette of 16 colours. Pure: bytes out.

const CODE_SIZE = 4; // bits of a pixel
const CLEAR = 1 << CODE_SIZE;
const MOST_CODES = 4096; // of LZW in a GIF

/** Bits into bytes, the lowest first. */
class BitWriter {
  /** @type {number[]} */
  bytes = [];
  #bits = 0;
  #length = 0;

  write(/** @type {number} */ value, /** @type {number} */ size) {
    this.#bits |= value << this.#length;
    this.#length += size;
    while (this.#length >= 8) {
      this.bytes.push(this.#bits & 255);
      this.#bits >>>= 8;
      this.#length -= 8;
    }
  }

  end() {
    if (this.#length) this.write(0, 8 - this.#length);
    return this.bytes;
  }
}

/** Pixels by the LZW of GIF: the longest run that was there before is one code, and with its next pixel a new one. */
export function compressed(/** @type {Uint8Array} */ pixels) {
  const out = new BitWriter();
  let size = CODE_SIZE + 1;
  /** @type {Map<number, number>} */
  let codes = new Map(); // by the code of a run and the pixel after it
  let next = CLEAR + 2;
  out.write(CLEAR, size);
  let run = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = (run << CODE_SIZE) | pixels[i];
    const longer = codes.get(key);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    out.write(run, size);
    if (next === MOST_CODES) {
      out.write(CLEAR, size);
      codes = new Map();
      next = CLEAR + 2;
      size = CODE_SIZE + 1;
    } else {
      codes.set(key, next);
      if (next === 1 << size) size++;
      next++;
    }
    run = pixels[i];
  }
  out.write(run, size);
  out.write(CLEAR + 1, size);
  return out.end();
}

const ascii = (/** @type {string} */ text) => [...text].map((sign) => sign.charCodeAt(0));
const word = (/** @type {number} */ value) => [value & 255, value >> 8];

/** Bytes in blocks of at most 255, each after its length; an empty one ends them. */
function inBlocks(/** @type {number[]} */ bytes) {
  const blocks = [];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/**
 * @typedef {{left: number, top: number, width: number, height: number, pixels: Uint8Array, delay: number}} Frame what
 * is drawn over the pictures before; delay: how long it stays, in hundredths of a second
 */

/**
 * A GIF that begins again at its end.
 * @param {number[][]} palette [red, green, blue] of 16 colours; `clear`: that which leaves a pixel as it was
 */
export function gif(
  /** @type {number} */ width,
  /** @type {number} */ height,
  palette,
  /** @type {number} */ clear,
  /** @type {Frame[]} */ frames,
) {
  const bytes = [...ascii("GIF89a"), ...word(width), ...word(height), 0xf3, 0, 0, ...palette.flat()];
  bytes.push(0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  for (const frame of frames) {
    bytes.push(0x21, 0xf9, 4, 5, ...word(frame.delay), clear, 0);
    bytes.push(0x2c, ...word(frame.left), ...word(frame.top), ...word(frame.width), ...word(frame.height), 0);
    bytes.push(CODE_SIZE);
    for (const byte of inBlocks(compressed(frame.pixels))) bytes.push(byte);
  }
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}
