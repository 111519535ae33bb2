import { type Content, findContentOf } from "../../../db/content-variants/content-variants.ts";
import type { Reader } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { type CurrentTerms, findTerms } from "../../../db/sourcing/current-terms.ts";
import { findTagLinks } from "../../../db/tags/product-tags.ts";
import { findVariantsByIds, type Variant } from "../../../db/variants/variants.ts";
import type { ProductChange } from "../../products/changes/set/product-change.ts";
import { isSameJson } from "../../text/unknown-values.ts";
import type { VariantStep } from "../run/chunk/changed-variants.ts";
import { type FormerParts, ofSupplier, type PartTerms } from "./former-parts.ts";

/** What products hold now of what an import changed beside their rows. */
export interface CurrentParts {
  terms: ReadonlyMap<string, CurrentTerms>;
  texts: ReadonlyMap<string, Content>;
  tags: ReadonlyMap<string, string[]>;
  /** By id. */
  variants: ReadonlyMap<string, Variant>;
}

/** Reads them, as far as `former` asks for them: at most four statements. */
export async function loadParts(
  db: Reader,
  products: readonly StoredRow[],
  former: ReadonlyMap<number, FormerParts>,
): Promise<CurrentParts> {
  const parts = products.flatMap(({ rowId }) => former.get(rowId ?? 0) ?? []);
  const ids = products.map(({ id }) => id);
  const suppliers = [...new Set(parts.flatMap(({ terms = {} }) => Object.keys(terms)))];
  const languages = [...new Set(parts.flatMap(({ texts = {} }) => Object.keys(texts)))];
  const terms = suppliers.length > 0 ? await findTerms(db, suppliers, ids) : [];
  const texts = languages.length > 0 ? await findContentOf(db, ids, languages) : [];
  const variantIds = parts.flatMap(({ variants = {} }) => Object.keys(variants));
  const variants = variantIds.length > 0 ? await findVariantsByIds(db, variantIds) : [];
  const links = parts.some(({ tags }) => tags) ? await findTagLinks(db, ids) : [];
  return {
    terms: new Map(terms.map((each) => [`${each.productId} ${each.supplierId}`, each])),
    texts: new Map(texts.map((each) => [`${each.productId} ${each.language}`, each])),
    variants: new Map(variants.map((each) => [each.id, each])),
    tags: new Map(
      [...Map.groupBy(links, ({ productId }) => productId)].map(([id, own]) => [id, own.map(({ tagId }) => tagId)]),
    ),
  };
}

interface RestoredParts {
  change: Pick<ProductChange, "terms" | "unlinked" | "tags" | "texts" | "moves" | "variants">;
  /** What of it changes, as events name it. */
  names: string[];
  /** What was changed since. */
  touched: string[];
}

/**
 * Gives a product what it had beside its row, as far as that is still what the import made of it. `restocked`: the suppliers
 * whose stock has moved since.
 */
export function restoreParts(
  row: StoredRow,
  { terms = {}, tags, texts = {}, variants = {} }: FormerParts,
  current: CurrentParts & { restocked: ReadonlySet<string> },
): RestoredParts {
  const found: RestoredParts = { change: {}, names: [], touched: [] };
  restoreTerms(row, terms, current, found);
  if (tags) {
    const now = current.tags.get(row.id) ?? [];
    const [before, after] = tags;
    if (isSameJson(now.toSorted(), after.toSorted())) {
      found.change.tags = { before: after, after: before };
      found.names.push("tags");
    } else found.touched.push("tags");
  }
  restoreTexts(row, texts, current, found);
  restoreVariants(Object.values(variants), current, found);
  return found;
}

/** Whether a variant is as it was left, regardless of its change number. */
const isAsLeft = (now: Variant | undefined, { updatedAtUs: _, ...after }: Variant): boolean =>
  now !== undefined && Object.entries(after).every(([name, value]) => isSameJson(now[name as keyof Variant], value));

/** Gives variants what they had, and takes away those that were made; their options stay. */
function restoreVariants(steps: readonly VariantStep[], { variants }: CurrentParts, found: RestoredParts): void {
  const untouched = steps.filter(([, after]) => isAsLeft(variants.get(after.id), after));
  if (untouched.length < steps.length) found.touched.push("variants");
  if (untouched.length === 0) return;
  found.names.push("variants");
  found.change.variants = {
    made: [],
    changed: untouched.flatMap(([before]) => before ?? []),
    removed: untouched.flatMap(([before, after]) => (before ? [] : after.id)),
  };
  const moves = untouched.map(([before, { id, stock }]) => ({
    variantId: id,
    before: stock,
    after: before?.stock ?? 0,
  }));
  found.change.moves = [...(found.change.moves ?? []), ...moves];
}

type Offer = [supplierId: string, before: PartTerms | null, after: PartTerms];

function restoreTerms(
  row: StoredRow,
  terms: NonNullable<FormerParts["terms"]>,
  { terms: current, restocked }: CurrentParts & { restocked: ReadonlySet<string> },
  found: RestoredParts,
): void {
  const changed = Object.entries(terms).flatMap(([id, [before, after]]): Offer[] =>
    isSameJson(before, after) ? [] : [[id, before, after]],
  );
  for (const [supplierId, before, after] of changed) {
    const now = current.get(`${row.id} ${supplierId}`);
    const isTouched = !now || !isSameJson(ofSupplier(now), after) || (before === null && restocked.has(supplierId));
    (isTouched ? found.touched : found.names).push("suppliers");
    if (!isTouched) takeBackTerms(found.change, now, before);
  }
}

/** Gives a supplier its former terms, or takes the product from it again. */
function takeBackTerms(
  change: RestoredParts["change"],
  { supplierId, stock }: CurrentTerms,
  before: PartTerms | null,
): void {
  if (before !== null) {
    change.terms = [...(change.terms ?? []), { supplierId, ...before }];
    return;
  }
  change.unlinked = new Set([...(change.unlinked ?? []), supplierId]);
  change.moves = [...(change.moves ?? []), { supplierId, before: stock ?? 0, after: 0 }];
}

function restoreTexts(
  row: StoredRow,
  texts: NonNullable<FormerParts["texts"]>,
  current: CurrentParts,
  found: RestoredParts,
): void {
  const restored: Record<string, Record<string, unknown>> = {};
  for (const [language, fields] of Object.entries(texts)) {
    const now = current.texts.get(`${row.id} ${language}`)?.content ?? {};
    const untouched = Object.entries(fields).filter(([field, [, after]]) => isSameJson(now[field], after));
    if (untouched.length < Object.keys(fields).length) found.touched.push(`content_variants.${language}`);
    if (untouched.length === 0) continue;
    restored[language] = Object.fromEntries(untouched.map(([field, [before]]) => [field, before]));
    found.names.push("content_variants");
  }
  if (Object.keys(restored).length > 0) found.change.texts = restored;
}
