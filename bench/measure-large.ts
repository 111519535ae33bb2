import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { measureGrowth } from "./growth.ts";
import {
  exportBoth,
  type Filled,
  fill,
  generate,
  lagLines,
  type OpenedService,
  openService,
  type Place,
  SMALL_ROWS,
} from "./place.ts";
import { figuresOf, type Line, measuredOn, printTable, putBeside } from "./table.ts";
import { peakMb } from "./watch.ts";

const MEMORY_MB_MAX = 350;
const SMALL = `${SMALL_ROWS.toLocaleString("en")} products`;

interface Moved {
  filled: Filled;
  exported: { task: number; stream: number };
}

async function fillAndExport(opened: OpenedService, file: string, rows: number): Promise<Moved> {
  const filled = await fill(opened, file, rows);
  return { filled, exported: await exportBoth(opened.client, rows) };
}

const movedLines = ({ filled, exported }: Moved): Line[] => [
  { work: "import, rows stored", value: filled.storedPerSecond, unit: "/s", target: "≥ 0.77 ×" },
  { work: "import, rows searchable", value: filled.searchablePerSecond, unit: "/s", target: "≥ 0.77 ×" },
  { work: "export by task, rows", value: exported.task, unit: "/s", target: "" },
  { work: "export as a stream, rows", value: exported.stream, unit: "/s", target: "" },
];

/**
 * The import and the export of very many rows, the most memory they took, and reads, searches and edits, beside those of a
 * service with fewer products. Exits with 1 above the limit of memory.
 */
export async function measureLarge({ folder, file, rows, seconds, binary }: Place): Promise<string> {
  const large = await openService(folder, binary);
  const most = await fillAndExport(large, file, rows);
  const peak = peakMb(large.service.pid);
  if (peak > MEMORY_MB_MAX) process.exitCode = 1;

  const place = join(folder, "small");
  mkdirSync(place);
  const fewProducts = join(place, "products.csv");
  await generate(fewProducts, SMALL_ROWS);
  const small = await openService(place, binary);
  const few = await fillAndExport(small, fewProducts, SMALL_ROWS);
  const growth = await measureGrowth({ large, small }, seconds);
  await large.service.kill("SIGTERM");
  await small.service.kill("SIGTERM");
  const lines = [
    ...growth,
    ...putBeside(movedLines(most), "bare", figuresOf(movedLines(few))),
    { work: "most memory held", value: peak, unit: "MB", target: `≤ ${MEMORY_MB_MAX}` } as const,
    ...lagLines(most.filled.lag),
  ];
  return printTable(lines, measuredOn(rows, ["the binary"]), { bare: SMALL });
}
