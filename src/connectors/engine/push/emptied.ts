import type { Source } from "../fields.ts";
import type { PushItem } from "./push-item.ts";

/** Fields that are not sent while they are empty, as the shop may have its own; each with the letter that it is noted by. */
const FIELDS: readonly (readonly [letter: string, source: Source, isFilled: (item: PushItem) => boolean])[] = [
  ["s", "short_description", ({ shortDescription }) => shortDescription !== ""],
  ["t", "seo_title", ({ seoTitle }) => seoTitle !== ""],
  ["d", "seo_description", ({ seoDescription }) => seoDescription !== ""],
  ["e", "ean", ({ ean }) => ean !== null],
  ["b", "brand", ({ brand }) => brand !== null],
  ["g", "tags", ({ tags }) => tags.length > 0],
  ["w", "weight", ({ weight }) => weight !== null],
  ["l", "dimensions", ({ length, width, height }) => [length, width, height].some((size) => size !== null)],
];

/** The letters of the fields that a product has. */
export const filledIn = (item: PushItem): string =>
  FIELDS.flatMap(([letter, , isFilled]) => (isFilled(item) ? letter : [])).join("");

/** The fields that were sent with something in them and are empty now: what was sent goes. */
export function emptiedSince(letters: string, item: PushItem): ReadonlySet<Source> {
  const emptied = FIELDS.filter(([letter, , isFilled]) => letters.includes(letter) && !isFilled(item));
  return new Set(emptied.map(([, source]) => source));
}

/** Whether an empty field is to be sent as such. */
export const isEmptied = ({ emptied }: Pick<PushItem, "emptied">, source: Source): boolean =>
  emptied?.has(source) ?? false;
