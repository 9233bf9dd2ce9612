/** What the package loads when it is asked for: index.d.ts has the calls. */
export const judges: object;
