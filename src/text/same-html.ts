import { decodeEntities } from "./plain-text.ts";

const BARE = /&(?!#\d+;|#x[\da-f]+;|\w+;)/gi;
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)(?:#\d+|#x[\da-f]+|\w+);/gi;
const MARKUP = new Set(["&", "<", ">"]);

/** An entity as its character, but for those that HTML needs. */
function characterOf(entity: string): string {
  const character = decodeEntities(entity);
  return MARKUP.has(character) ? entity : character;
}

/** HTML in one of the ways in which the same can be written. */
const canonical = (html: string): string =>
  html
    .replaceAll(BARE, "&amp;")
    .replaceAll(OTHER_ENTITY, characterOf)
    .replaceAll(/\s*\/>/g, ">")
    .replaceAll("\u00a0", " ")
    .replaceAll("\r\n", "\n")
    .trim();

/** Whether two texts are the same HTML: shops write `&` as `&amp;`, `<br>` as `<br />`, and entities as characters. */
export const isSameHtml = (one: string, other: string): boolean => one === other || canonical(one) === canonical(other);
