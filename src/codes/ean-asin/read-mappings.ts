import type { Static } from "@sinclair/typebox";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, type MessageKey, translate } from "../../http/output/messages.ts";
import { columnNames } from "../../imports/map/columns/column-names.ts";
import { detectFormat } from "../../imports/parse/csv/detect-format.ts";
import type { FileRecord } from "../../imports/parse/file-record.ts";
import { type FileSource, headOf } from "../../imports/parse/file-source.ts";
import { readTable } from "../../imports/parse/read-table.ts";
import { eanOf } from "../../products/fields/ean.ts";
import type { ImportedMapping } from "./import-mappings.ts";
import { DEFAULT_MARKETPLACE } from "./mapping-codes.ts";
import type { EanAsinTemplate } from "./mapping-file-template.ts";
import { ERRORS_MAX, type ImportedBody } from "./schema.ts";

/** A stored file of EANs and ASINs, and how to read it. */
export interface FileOfMappings {
  fileKey: string;
  template: EanAsinTemplate;
  /** Of the messages. */
  language: Language;
}

export type ImportedMappings = Static<typeof ImportedBody>;

const ASIN = /^[A-Za-z0-9]{1,20}$/;
const MARKETPLACE = /^[a-z0-9][a-z0-9.-]{0,49}$/;

type Places = Record<"ean" | "asin" | "marketplace", number>;

/** Where the columns of a template are in a header. Throws VALIDATION_FAILED for one that is not there. */
function placesIn(header: readonly string[], template: EanAsinTemplate): Places {
  const columns = columnNames(header);
  const placeOf = (column: string) => {
    const place = columns.findIndex((name) => name.toLowerCase() === column.trim().toLowerCase());
    if (place >= 0) return place;
    throw invalidBody([{ field: "file", type: "invalid_value", key: "ean_asin.no_column", params: { column } }]);
  };
  const marketplace = template.marketplace_column === null ? -1 : placeOf(template.marketplace_column);
  return { ean: placeOf(template.ean_column), asin: placeOf(template.asin_column), marketplace };
}

/** The mapping of a row, or what is wrong with it. */
function mappingOf({ cells }: FileRecord, places: Places, fallback: string): ImportedMapping | MessageKey {
  const cell = (place: number) => cells[place]?.trim() ?? "";
  const ean = cell(places.ean);
  if (!eanOf(ean)) return "ean_asin.bad_ean";
  const asin = cell(places.asin);
  if (!ASIN.test(asin)) return "ean_asin.bad_asin";
  const marketplace = cell(places.marketplace).toLowerCase() || fallback;
  if (!MARKETPLACE.test(marketplace)) return "ean_asin.bad_marketplace";
  return { ean, asin, marketplace };
}

/**
 * Reads a file of mappings a batch at a time. What is wrong with rows is noted in `errors`. Throws VALIDATION_FAILED for a column that is not there, and FileUnreadable.
 */
export async function* readMappings(
  source: FileSource,
  { template, language }: FileOfMappings,
  errors: ImportedMappings["errors"],
): AsyncGenerator<ImportedMapping[]> {
  const format = { ...detectFormat(await headOf(source.read())), delimiter: template.delimiter };
  const note = ({ number: row }: FileRecord, key: MessageKey) => {
    if (errors.length < ERRORS_MAX) errors.push({ row, message: translate(language, key) });
  };
  const fallback = template.marketplace ?? DEFAULT_MARKETPLACE;
  let places: Places | undefined;
  for await (const batch of readTable(source, format)) {
    const rows = places ? batch : batch.slice(1);
    places ??= placesIn(batch[0]?.cells ?? [], template);
    const mappings: ImportedMapping[] = [];
    for (const record of rows) {
      const mapping = mappingOf(record, places, fallback);
      if (typeof mapping === "string") note(record, mapping);
      else mappings.push(mapping);
    }
    yield mappings;
  }
}
