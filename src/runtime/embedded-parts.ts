/** The native addons inside the binary, by what they are for. `build.ts` puts them in; the sources find them as packages. */
export const EMBEDDED_PARTS: Readonly<Record<string, string>> = {};
