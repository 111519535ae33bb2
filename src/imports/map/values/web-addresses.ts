/** One address with blanks in it, as browsers send it: of several the blanks may part them. */
export const asAddress = (value: string): string =>
  /^https?:\/\/[^\s,;|]+(?: [^\s,;|]+)+$/i.test(value) && value.split("://").length === 2
    ? value.replaceAll(" ", "%20")
    : value;

/** An address that begins with `www.` or `//` as a whole one. */
export const withScheme = (entry: string): string =>
  /^(?:www\.|\/\/)\S+\.\S+$/i.test(entry) ? `https://${entry.replace(/^\/\//, "")}` : entry;
