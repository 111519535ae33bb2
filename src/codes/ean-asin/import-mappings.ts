import { mutation } from "../../../db/ports.ts";
import { Mapping, type MappingRow, mappingsOf } from "./mapping.ts";

/** A row of a file. */
export type ImportedMapping = Pick<MappingRow, "ean" | "asin" | "marketplace">;

/**
 * Stores the mappings of some rows of a file: a code that is known on its marketplace gets the row's ASIN, and the later
 * of two rows wins. Counts rows; one that changes nothing is neither.
 */
export const importMappings = mutation(
  "ean-asin.import-mappings",
  async (tx, { rows }: { rows: ImportedMapping[] }, { now, newId }) => {
    const nowMs = now();
    const given = rows.map((row) => Mapping.apply(Mapping.blank(newId(), nowMs), { ...row, source: "import" }));
    const last = new Map(given.map((row) => [`${row.marketplace} ${row.gtin14}`, row]));
    const byMarketplace = Map.groupBy(last.values(), ({ marketplace }) => marketplace);
    let created = 0;
    let updated = 0;
    for (const [marketplace, wanted] of byMarketplace) {
      const found = await mappingsOf(
        tx,
        marketplace,
        wanted.map(({ gtin14 }) => gtin14),
      );
      const known = new Map(found.map((each) => [each.gtin14, each]));
      const fresh = wanted.filter(({ gtin14 }) => !known.has(gtin14));
      const changed = wanted.flatMap(({ gtin14, asin, status, confidence, source }) => {
        const before = known.get(gtin14);
        if (!before || (before.asin === asin && before.status === "active")) return [];
        return [{ ...before, asin, status, confidence, source, updated_at_ms: nowMs }];
      });
      await Mapping.table.insert(tx, fresh);
      await Mapping.table.update(tx, changed);
      created += fresh.length;
      updated += changed.length;
    }
    return { created, updated };
  },
);
