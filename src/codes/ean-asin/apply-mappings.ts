import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { commit } from "../../products/changes/commit/commit.ts";
import { applyFields } from "../../products/fields/apply-fields.ts";
import { Mapping, type MappingRow, nextByCode } from "./mapping.ts";

/** Mappings that are applied together when all are. */
const CHUNK = 500;

export interface Applied {
  updated: number;
  skipped: number;
}

/** Which of several mappings of one product counts: the surest, then the latest. */
const isBetter = (one: MappingRow, other: MappingRow | undefined): boolean =>
  !other ||
  one.confidence > other.confidence ||
  (one.confidence === other.confidence && one.updated_at_ms > other.updated_at_ms);

/** Gives products the ASINs of their mappings, as a change of the products like any other. */
async function apply(tx: Tx, mappings: readonly MappingRow[], context: MutationContext): Promise<Applied> {
  const best = new Map<string, MappingRow>();
  for (const mapping of mappings) {
    if (mapping.status !== "active" || mapping.product_id === null) continue;
    if (isBetter(mapping, best.get(mapping.product_id))) best.set(mapping.product_id, mapping);
  }
  const rows = await findRowsByIds(tx, [...best.keys()]);
  const changes = rows.flatMap((before) => {
    const { row, changed } = applyFields(before, { asin: best.get(before.id)?.asin });
    return changed.length > 0 ? [{ before, row, changed }] : [];
  });
  await commit(tx, changes, context);
  return { updated: changes.length, skipped: mappings.length - changes.length };
}

/** Applies mappings by id. Also returns those that do not exist. */
export const applyMappings = mutation(
  "ean-asin.apply",
  async (tx, { ids }: { ids: string[] }, context): Promise<Applied & { unknown: string[] }> => {
    const wanted = [...new Set(ids)];
    const found = await Mapping.table.findBy(tx, "id", wanted);
    const known = new Set(found.map(({ id }) => id));
    return { ...(await apply(tx, found, context)), unknown: wanted.filter((id) => !known.has(id)) };
  },
);

/** Behind which mapping the next call begins. */
export type Place = Pick<MappingRow, "gtin14" | "id">;

/** Applies the next mappings of all, by code. Returns where the next call begins; nothing after the last. */
export const applyNextMappings = mutation(
  "ean-asin.apply-next",
  async (tx, { after }: { after?: Place | undefined }, context): Promise<Applied & { next: Place | undefined }> => {
    const found = await nextByCode(tx, after, CHUNK);
    const last = found.length === CHUNK ? found.at(-1) : undefined;
    // A code whose mappings may go on in the next chunk waits for it, or two chunks would decide separately.
    const earlier = found.filter(({ gtin14 }) => gtin14 !== last?.gtin14);
    const whole = last && earlier.length > 0 ? earlier : found;
    const end = whole.at(-1);
    const next = last && end ? { gtin14: end.gtin14, id: end.id } : undefined;
    return { ...(await apply(tx, whole, context)), next };
  },
);
