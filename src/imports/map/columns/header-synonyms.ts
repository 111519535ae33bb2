import { inPlace, PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { nameKey } from "../../../text/name-key.ts";

/**
 * How headers call the targets, by target. A header may be one target's name in full and yet mean another more often
 * (`gtin`); then the more frequent meaning stands first.
 */
export const HEADER_SYNONYMS: readonly (readonly [target: string, synonyms: readonly string[]])[] = inPlace(
  PRODUCT_FIELDS.flatMap(({ name, importAs, headers, behind }) =>
    headers === undefined ? [] : [{ name, target: importAs ?? name, headers, behind: behind?.headers }],
  ),
).map(({ target, headers }) => [target, headers.split(", ").map(nameKey)]);
