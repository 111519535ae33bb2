import type { Reader } from "../../../db/ports.ts";
import { csvLine } from "../../exports/encode/csv-line.ts";
import { type MappingRow, nextByCode } from "./mapping.ts";

const PAGE = 1000;
const HEADER = "ean,asin,marketplace,status\r\n";

const lineOf = csvLine<MappingRow>(
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
  let after: MappingRow | undefined;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${HEADER}`)),
    pull: async (controller) => {
      const mappings: MappingRow[] = await nextByCode(db, after, PAGE);
      if (mappings.length > 0) controller.enqueue(encoder.encode(mappings.map(lineOf).join("")));
      after = mappings.length === PAGE ? mappings.at(-1) : undefined;
      if (!after) controller.close();
    },
  });
}
