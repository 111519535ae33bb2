import { findMappings, listMappingsByCode, type MappedProduct } from "../../db/ean-asin/mappings.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { takeTicks, updateProducts } from "../../db/products/write.ts";
import { emitEvents } from "../events/emit-events.ts";
import { recordChanges } from "../history/record-changes.ts";
import { applyFields } from "../products/apply-fields.ts";
import { fieldChanges } from "../products/field-changes.ts";
import { productUpdated } from "../products/touch-products.ts";

/** Mappings that are applied together when all are. */
const CHUNK = 500;

export interface Applied {
  updated: number;
  skipped: number;
}

/** Which of several mappings of one product counts: the surest, then the latest. */
const isBetter = (one: MappedProduct, other: MappedProduct | undefined): boolean =>
  !other ||
  one.confidence > other.confidence ||
  (one.confidence === other.confidence && one.updatedAtMs > other.updatedAtMs);

/** Gives products the ASINs of their mappings, as a change of the products like any other. */
async function apply(tx: Tx, mappings: readonly MappedProduct[], context: MutationContext): Promise<Applied> {
  const best = new Map<string, MappedProduct>();
  for (const mapping of mappings) {
    if (mapping.status !== "active" || mapping.productId === null) continue;
    if (isBetter(mapping, best.get(mapping.productId))) best.set(mapping.productId, mapping);
  }
  const rows = await findRowsByIds(tx, [...best.keys()]);
  const changes = rows.flatMap((before) => {
    const { row, changed } = applyFields(before, { asin: best.get(before.id)?.asin });
    return changed.length > 0 ? [{ before, row, changed }] : [];
  });
  if (changes.length > 0) {
    const first = await takeTicks(tx, changes.length, context.now());
    const after = changes.map(({ row }, index) => ({ ...row, updatedAtUs: first + index }));
    await updateProducts(tx, after, new Map(changes.map(({ before }) => [before.id, before])));
    await recordChanges(
      tx,
      changes.flatMap(({ before, row, changed }) => fieldChanges(before, row, changed)),
      context,
    );
    await emitEvents(
      tx,
      changes.map(({ row, changed }) => productUpdated(row, changed)),
      context,
    );
  }
  return { updated: changes.length, skipped: mappings.length - changes.length };
}

/** Applies mappings by id. Returns as well those that there are not. */
export const applyMappings = mutation(
  "ean-asin.apply",
  async (tx, { ids }: { ids: string[] }, context): Promise<Applied & { unknown: string[] }> => {
    const wanted = [...new Set(ids)];
    const found = await findMappings(tx, wanted);
    const known = new Set(found.map(({ id }) => id));
    return { ...(await apply(tx, found, context)), unknown: wanted.filter((id) => !known.has(id)) };
  },
);

interface Place {
  gtin14: string;
  marketplace: string;
}

/** Applies the next mappings of all, by code. Returns where the next call begins; `null` after the last. */
export const applyNextMappings = mutation(
  "ean-asin.apply-next",
  async (tx, { after }: { after: Place }, context): Promise<Applied & { next: Place | null }> => {
    const found = await listMappingsByCode(tx, after, CHUNK);
    const last = found.length === CHUNK ? found.at(-1) : undefined;
    // A code whose mappings may go on in the next chunk waits for it, or two chunks would decide apart.
    const earlier = found.filter(({ gtin14 }) => gtin14 !== last?.gtin14);
    const whole = last && earlier.length > 0 ? earlier : found;
    const end = whole.at(-1);
    const next = last && end ? { gtin14: end.gtin14, marketplace: end.marketplace } : null;
    return { ...(await apply(tx, whole, context)), next };
  },
);
