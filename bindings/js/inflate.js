// What `bindings/build.py` has deflated, as the host inflates it.

/**
 * The bytes of base64 that were deflated (zlib, RFC 1950).
 * @param {string} packed
 */
export async function inflated(packed) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
