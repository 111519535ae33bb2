import { Type } from "@sinclair/typebox";
import type { MapCase } from "../../../db/price-monitor/map-cases.ts";
import { parseTemplate, placeholdersOf, renderTemplate } from "../../exports/profiles/column-template.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { textField } from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { isoOfMs } from "../../text/instant.ts";

const amount = (cents: number) => (cents / 100).toFixed(2);
const dayOf = (ms: number) => isoOfMs(ms).slice(0, 10);

/** What a letter can name of a case. */
const VALUES: Readonly<Record<string, (found: MapCase) => string>> = {
  product: ({ title }) => title,
  ean: ({ ean }) => ean ?? "",
  sku: ({ reference }) => reference ?? "",
  competitor: ({ competitorName }) => competitorName,
  seller: ({ sellerName }) => sellerName ?? "",
  url: ({ url }) => url,
  price: ({ priceCents }) => amount(priceCents),
  map_price: ({ mapCents }) => amount(mapCents),
  gap: ({ priceCents, mapCents }) => amount(mapCents - priceCents),
  first_seen: ({ firstSeenAtMs }) => dayOf(firstSeenAtMs),
  last_seen: ({ lastSeenAtMs }) => dayOf(lastSeenAtMs),
};
const NAMES = Object.keys(VALUES);
const listed = NAMES.map((name) => `{${name}}`).join(", ");
const Template = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description, examples: [example] });

/** A letter to competitors that are below a minimum advertised price. */
export const MapLetter = record({
  table: "map_letter",
  noun: "map_letter",
  key: "letter",
  fields: {
    name: textField(Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["First reminder"] })),
    subject: textField(Template(200, "As `body`.", "Price of {product} (EAN {ean})")),
    body: textField(
      Template(
        10_000,
        `With ${listed}; what is in square brackets goes when a value in it is empty. Amounts are in EUR.`,
        "You offer {product} for {price} EUR, below our minimum advertised price of {map_price} EUR: {url}",
      ),
    ),
  },
});

/** What is wrong with a template. */
function problemOf(field: string, template: string): FieldProblem[] {
  const parts = parseTemplate(template);
  if (parts === undefined) return [{ field, type: "invalid_format", key: "map.letter_format" }];
  const unknown = placeholdersOf(parts).find(({ name, language }) => language !== undefined || !NAMES.includes(name));
  if (unknown === undefined) return [];
  return [{ field, type: "invalid_value", key: "map.letter_placeholder", params: { name: unknown.name, listed } }];
}

export const letterChanges = changesOf("map-letters", MapLetter, {
  unique: { field: "name", column: "name" },
  check: async (_, { subject, body }) => {
    const problems = [...problemOf("subject", subject), ...problemOf("body", body)];
    if (problems.length > 0) throw invalidBody(problems);
  },
});

/** A letter about a case. */
export function letterOf({ subject, body }: { subject: string; body: string }, found: MapCase) {
  const filled = (template: string) =>
    renderTemplate(parseTemplate(template) ?? [], ({ name }) => VALUES[name]?.(found) ?? "");
  return { subject: filled(subject).replaceAll(/\s+/g, " "), body: `${filled(body)}\n` };
}
