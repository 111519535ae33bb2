import { inPlace, PRODUCT_FIELDS } from "../../../../products/fields/catalogue.ts";
import { FURTHER_HEADERS } from "../../../../products/fields/further-headers.ts";
import { nameKey } from "../../../../text/name-key.ts";

/**
 * How headers call the targets, by target. A header may be one target's name in full and yet mean another more often
 * (`gtin`); then the more frequent meaning stands first.
 */
export const HEADER_SYNONYMS: readonly (readonly [target: string, synonyms: readonly string[]])[] = inPlace(
  PRODUCT_FIELDS.flatMap(({ name, importAs, headers, behind }) =>
    headers === undefined
      ? []
      : [
          {
            name,
            target: importAs ?? name,
            headers: [headers, FURTHER_HEADERS[name] ?? []].flat(),
            behind: behind?.headers,
          },
        ],
  ),
).map(({ target, headers }) => [target, headers.join(", ").split(", ").map(nameKey)]);
