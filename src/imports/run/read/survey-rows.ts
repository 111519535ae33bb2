import { openPauses, type Pauses } from "../../../runtime/pauses.ts";
import { mappedTarget } from "../../map/columns/column-mapping.ts";
import { findTarget } from "../../map/columns/target-fields.ts";
import { compileRowMapper } from "../../map/row/compile-row-mapper.ts";
import type { MappedRow } from "../../map/row/mapped-row.ts";
import type { RowMappingSettings } from "../../map/row/mapping-settings.ts";
import type { FileRecord } from "../../parse/file-record.ts";
import { identityOf, type RowIdentity } from "../row/chunk-row.ts";
import { IdentityCounts } from "./identity-counts.ts";
import { RepeatedKeys, RepeatFinder } from "./repeats.ts";

const REFERENCES: ReadonlySet<string> = new Set(["sku", "supplier_reference"]);

function isKey(field: string): boolean {
  const target = findTarget(field);
  return target !== undefined && (target.type === "ean" || REFERENCES.has(target.name));
}

const keysOf = <T>(values: Record<string, T>, fieldOf: (name: string, value: T) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isKey(fieldOf(name, value))));

/**
 * The part of a mapping that says which product a row means: what rows are known by is read with it as with the whole, in
 * half the time. Rules may set anything, so with rules it is the whole.
 */
export function keyMapping(settings: RowMappingSettings): RowMappingSettings {
  if (settings.autoRules.length > 0) return settings;
  return {
    ...settings,
    columnMapping: keysOf(settings.columnMapping, (_, value) => mappedTarget(value)?.field ?? ""),
    computedColumns: settings.computedColumns.filter(({ field }) => isKey(field)),
    defaultValues: keysOf(settings.defaultValues, (field) => field),
    validationRules: {},
  };
}

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
