import { listMappingsByCode, type MappedProduct } from "../../db/ean-asin/mappings.ts";
import type { Reader } from "../../db/ports.ts";
import { csvLine } from "../exports/csv-line.ts";

const PAGE = 1000;
const HEADER = "ean,asin,marketplace,status\r\n";

const lineOf = csvLine<MappedProduct>(
  [
    { name: "ean", kind: "plain", read: ({ ean }) => ean },
    { name: "asin", kind: "plain", read: ({ asin }) => asin },
    { name: "marketplace", kind: "plain", read: ({ marketplace }) => marketplace },
    { name: "status", kind: "plain", read: ({ status }) => status },
  ],
  ",",
);

/** All mappings as CSV, by EAN, made as fast as they are read. */
export function exportMappings(db: Reader): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: { gtin14: string; marketplace: string } | undefined = { gtin14: "", marketplace: "" };
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${HEADER}`)),
    pull: async (controller) => {
      const mappings: MappedProduct[] = after ? await listMappingsByCode(db, after, PAGE) : [];
      if (mappings.length > 0) controller.enqueue(encoder.encode(mappings.map(lineOf).join("")));
      after = mappings.length === PAGE ? mappings.at(-1) : undefined;
      if (!after) controller.close();
    },
  });
}
