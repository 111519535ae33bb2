import { openPauses, type Pauses } from "../../../runtime/pauses.ts";
import { keyMapping } from "../../map/columns/key-mapping.ts";
import { compileRowMapper } from "../../map/row/compile-row-mapper.ts";
import type { MappedRow } from "../../map/row/mapped-row.ts";
import type { RowMappingSettings } from "../../map/row/mapping-settings.ts";
import type { FileRecord } from "../../parse/file-record.ts";
import { identityOf, type RowIdentity } from "../row/chunk-row.ts";
import { IdentityCounts } from "./identity-counts.ts";
import { RepeatedKeys, RepeatFinder } from "./repeats.ts";

type Records = () => AsyncGenerator<FileRecord[]>;
type MapRow = (record: FileRecord) => MappedRow;

/**
 * Reads the rows of a file through, to learn which mean one product. Only a file that seems to name one twice is mapped as
 * a whole for it.
 */
export async function surveyRows(
  records: Records,
  mapping: RowMappingSettings,
  { countsIdentities, signal }: { countsIdentities: boolean; signal: AbortSignal | undefined },
) {
  const pauses = openPauses(signal);
  const mapKeys = compileRowMapper(keyMapping(mapping));
  const keys = new RepeatedKeys();
  const identities = new IdentityCounts();
  // Rows of one product repeat what they share.
  const addKeys = (row: MappedRow) => (row.family ? undefined : keys.add(row));
  for await (const batch of records()) {
    for (const record of batch) {
      if (pauses.isDue()) await pauses.take();
      const row = mapKeys(record);
      addKeys(row);
      if (countsIdentities) identities.add(namedIdentity(row));
    }
  }
  const isRepeated = keys.finish();
  const repeats = new RepeatFinder();
  if (isRepeated) await addRepeats(repeats, records, { map: compileRowMapper(mapping), mapKeys, isRepeated, pauses });
  return { repeatOf: repeats.finish(), namesMore: identities.finish() };
}

/** What the row names: one of several of a product names that, with any codes of its own. */
function namedIdentity(row: MappedRow): RowIdentity {
  const identity = identityOf(row);
  return row.family ? { ...identity, gtin14: null, reference: row.family.key } : identity;
}

interface Repeating {
  map: MapRow;
  mapKeys: MapRow;
  isRepeated: (row: MappedRow) => boolean;
  pauses: Pauses;
}

async function addRepeats(
  repeats: RepeatFinder,
  records: Records,
  { map, mapKeys, isRepeated, pauses }: Repeating,
): Promise<void> {
  for await (const batch of records()) {
    for (const record of batch) {
      if (pauses.isDue()) await pauses.take();
      if (isRepeated(mapKeys(record))) repeats.add(map(record));
    }
  }
}
