import {
  deleteMapping,
  type EanAsinMapping,
  findMappings,
  findMappingsOf,
  insertMappings,
  updateMappings,
} from "../../db/ean-asin/mappings.ts";
import { mutation, type Tx } from "../../db/ports.ts";
import { ApiError, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";

/** What a caller says of a mapping; the EAN was read by `eanOf`. */
export type MappingValues = Pick<EanAsinMapping, "ean" | "gtin14" | "asin" | "marketplace" | "status" | "confidence">;
interface Target {
  id: string;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** An EAN has one ASIN on a marketplace. */
async function refuseTakenCode(tx: Tx, { gtin14, marketplace, id }: Omit<MappingValues, "ean"> & { id: string }) {
  const [holder] = await findMappingsOf(tx, marketplace, [gtin14]);
  if (holder && holder.id !== id) {
    throw new ApiError("DUPLICATE_RESOURCE", { details: { field: "ean", existing_id: holder.id } });
  }
}

async function findKnown(tx: Tx, { id, expected }: Target) {
  const [found] = await findMappings(tx, [id]);
  const known = required(found, "ean_asin_mapping", id);
  requireVersion(expected, known.version);
  return known;
}

/** Stores a mapping that somebody made and returns its id. Throws DUPLICATE_RESOURCE. */
export const createMapping = mutation(
  "ean-asin.create-mapping",
  async (tx, values: MappingValues, { now, newId }): Promise<{ id: string }> => {
    const id = newId();
    await refuseTakenCode(tx, { ...values, id });
    const atMs = now();
    await insertMappings(tx, [{ ...values, id, source: "manual", createdAtMs: atMs, updatedAtMs: atMs }]);
    return { id };
  },
);

/** Changes what is given of a mapping. Throws NOT_FOUND, PRECONDITION_FAILED and DUPLICATE_RESOURCE. */
export const updateMapping = mutation(
  "ean-asin.update-mapping",
  async (tx, { changes, ...target }: Target & { changes: Partial<MappingValues> }, { now }): Promise<void> => {
    const { productId: _, ...known } = await findKnown(tx, target);
    const changed = { ...known, ...changes };
    if (JSON.stringify(changed) === JSON.stringify(known)) return;
    await refuseTakenCode(tx, changed);
    await updateMappings(tx, [{ ...changed, updatedAtMs: now(), version: known.version + 1 }]);
  },
);

/** Deletes a mapping; the product keeps its ASIN. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const removeMapping = mutation("ean-asin.delete-mapping", async (tx, target: Target): Promise<void> => {
  await findKnown(tx, target);
  await deleteMapping(tx, target.id);
});

/** A row of a file. */
export type ImportedMapping = Pick<EanAsinMapping, "ean" | "gtin14" | "asin" | "marketplace">;

/**
 * Stores the mappings of some rows of a file: a code that is known on its marketplace gets the row's ASIN, and the later
 * of two rows wins. Counts rows; one that changes nothing is neither.
 */
export const importMappings = mutation(
  "ean-asin.import-mappings",
  async (tx, { rows }: { rows: ImportedMapping[] }, { now, newId }) => {
    const last = new Map(rows.map((row) => [`${row.marketplace} ${row.gtin14}`, row]));
    const byMarketplace = Map.groupBy(last.values(), ({ marketplace }) => marketplace);
    const atMs = now();
    let created = 0;
    let updated = 0;
    for (const [marketplace, given] of byMarketplace) {
      const gtins = given.map(({ gtin14 }) => gtin14);
      const known = new Map((await findMappingsOf(tx, marketplace, gtins)).map((each) => [each.gtin14, each]));
      const fresh = given.filter(({ gtin14 }) => !known.has(gtin14));
      const rest = { status: "active", confidence: 1, source: "import", updatedAtMs: atMs } as const;
      await insertMappings(
        tx,
        fresh.map((row) => ({ ...row, ...rest, id: newId(), createdAtMs: atMs })),
      );
      const changed = given.flatMap((row) => {
        const before = known.get(row.gtin14);
        if (!before || (before.asin === row.asin && before.status === "active")) return [];
        const { productId: _, ...mapping } = before;
        return [{ ...mapping, ...rest, asin: row.asin, version: before.version + 1 }];
      });
      await updateMappings(tx, changed);
      created += fresh.length;
      updated += changed.length;
    }
    return { created, updated };
  },
);
