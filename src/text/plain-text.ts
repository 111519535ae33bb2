const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const LAST_CODE_POINT = 0x10ffff;

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
}

/** A text with its entities as characters. */
export const decodeEntities = (text: string): string => text.replaceAll(ENTITY, decoded);

/**
 * A text with another in the place of each tag: `<`, any characters, and the next `>`. In one pass: a pattern looks for the
 * end of each of a hundred thousand `<` again.
 */
export function replaceTags(html: string, by: string): string {
  let text = "";
  let from = 0;
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", from)) {
    const close = html.indexOf(">", open);
    if (close === -1) break;
    text += html.slice(from, open) + by;
    from = close + 1;
  }
  return from === 0 ? html : text + html.slice(from);
}

/** Whether a text says anything without its tags. */
export const hasText = (text: string | null): boolean =>
  text !== null && (text.includes("<") ? replaceTags(text, "").replaceAll("&nbsp;", "") : text).trim() !== "";

/** What a person reads of HTML: without tags, with its entities as characters, with single blanks. */
export const plainText = (html: string): string =>
  decodeEntities(replaceTags(html, " ")).replaceAll(/\s+/g, " ").trim();
