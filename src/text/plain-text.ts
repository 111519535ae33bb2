import { replaceTags } from "./without-tags.ts";

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

/** What a person reads of HTML: without tags, with its entities as characters, with single blanks. */
export const plainText = (html: string): string =>
  decodeEntities(replaceTags(html, " ")).replaceAll(/\s+/g, " ").trim();
