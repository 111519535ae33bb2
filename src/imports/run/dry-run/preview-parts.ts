import { findContentOf } from "../../../../db/content-variants/content-variants.ts";
import { listMediaOf } from "../../../../db/media/media.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findTagLinks } from "../../../../db/tags/product-tags.ts";
import type { Variant } from "../../../../db/variants/variants.ts";
import { priceOf } from "../../../kit/cents.ts";
import type { PendingChange } from "../../../products/changes/set/change-set.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { namedUrls } from "../../../products/media/named-images.ts";
import { Tag } from "../../../reference/tags/tag.ts";
import { textsIn } from "../../../text/unknown-values.ts";
import type { PlannedRow } from "../chunk/plan-chunk.ts";

/** What a field of a product is before and after a row. Plain JSON as the API shows it. */
export interface PreviewField {
  field: string;
  before: unknown;
  after: unknown;
}

type Placed = PlannedRow & { change: PendingChange };

/** Texts of other languages that a row names, such as `title[fr]`. */
async function textFields(db: Reader, { row, change }: Placed): Promise<PreviewField[]> {
  const languages = Object.keys(row.content);
  if (languages.length === 0) return [];
  const stored = change.before ? await findContentOf(db, [change.row.id], languages) : [];
  const known = new Map(stored.map(({ language, content }) => [language, content as Record<string, unknown>]));
  return Object.entries(row.content).flatMap(([language, texts]) =>
    Object.keys(texts).map((name) => ({
      field: `${name}[${language}]`,
      before: known.get(language)?.[name] ?? null,
      after: change.parts.texts[language]?.[name] ?? null,
    })),
  );
}

async function tagFields(db: Reader, { row, change }: Placed, names: Names): Promise<PreviewField[]> {
  const given = row.values["tags"];
  if (given === undefined) return [];
  const links = change.before ? await findTagLinks(db, [change.row.id]) : [];
  const before = links.map(({ tagId }) => tagId);
  const after = [...(change.parts.tags ?? [])];
  const stored = await Tag.table.findBy(db, "id", [...before, ...after]);
  const named = textsIn(given).flatMap((name) => names.tags.get(name) ?? []);
  const byId = new Map([...named, ...stored].map(({ id, name }) => [id, name]));
  const shown = (ids: readonly string[]) => ids.map((id) => byId.get(id) ?? id).toSorted();
  return [{ field: "tags", before: shown(before), after: shown(after) }];
}

async function imageFields(db: Reader, { row, change, isCreation }: Placed): Promise<PreviewField[]> {
  const { image_urls: urls, image_url: primary } = row.values;
  const given = Array.isArray(urls) ? urls : typeof primary === "string" ? [primary] : undefined;
  if (given === undefined) return [];
  const stored = change.before && !isCreation ? (await listMediaOf(db, [change.row.id])).map(({ url }) => url) : [];
  const before = stored.length > 0 || !change.before ? stored : namedUrls(change.before);
  return [{ field: "image_urls", before, after: given }];
}

const OF_VARIANT: readonly [field: string, read: (variant: Variant) => unknown][] = [
  ["sku", ({ sku }) => sku],
  ["ean", ({ ean }) => ean],
  ["price", ({ priceCents }) => priceOf(priceCents)],
  ["stock", ({ stock }) => stock],
];

/** What a row says of the variant that it is. */
function variantFields({ row, change, filled }: Placed): PreviewField[] {
  const { variant } = row.place ?? {};
  const state = change.parts.variants;
  const after = variant && filled ? state?.bySku.get(variant.sku) : undefined;
  if (!state || !after) return [];
  const before = state.before.get(after.id);
  const options = Object.keys({ ...before?.optionValues, ...after.optionValues });
  return [
    ...OF_VARIANT.map(([field, read]) => ({
      field: `variant.${field}`,
      before: before ? read(before) : null,
      after: read(after),
    })),
    ...options.map((name) => ({
      field: `variant.options.${name}`,
      before: before?.optionValues[name] ?? null,
      after: after.optionValues[name] ?? null,
    })),
  ];
}

/** What a row does to what belongs to its product: at most five statements. */
export async function partFields(db: Reader, planned: PlannedRow, names: Names): Promise<PreviewField[]> {
  const { change } = planned;
  if (!change) return [];
  const placed = { ...planned, change };
  return [
    ...(await textFields(db, placed)),
    ...(await tagFields(db, placed, names)),
    ...(await imageFields(db, placed)),
    ...variantFields(placed),
  ];
}
