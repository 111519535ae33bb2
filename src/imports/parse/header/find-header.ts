import { isKnownHeader } from "../../map/columns/suggest-mapping.ts";
import { parseDate } from "../../map/values/cell-values.ts";
import { classifyEan } from "../../map/values/ean-of-cell.ts";
import type { FileRecord } from "../file-record.ts";

/** Where the rows of a table begin. */
export interface Layout {
  /** Records before the header, blank ones counted; before the first row when there is no header. */
  skipHeaderRows: number;
  hasHeader: boolean;
}

/** Titles, addresses and dates may stand before the header; more of them do not. */
const HEADER_AMONG = 30;
/** Records by which the usual width of a table is found. */
const SAMPLE_RECORDS = 100;
const CELL_MAX = 100;
/** Cells of a record that are looked at: wider tables show as much by their first. */
const CELLS_MAX = 100;
const FIGURE = /^[-+]?[\d\s'’]*\d[.,]\d+\s*(?:[€$£%]|\p{L}{1,3})?$|^\d{5,}$/u;
const URL = /^https?:\/\//i;
/** Excel's note of the delimiter. */
const SEPARATOR_NOTE = /^sep=/i;

/** A record with the evidence whether it is a header. */
interface Sight {
  number: number;
  filled: string[];
}

/**
 * Finds the header among the first records of a table, none of them blank: the first that is about as wide as the rows and
 * does not look like one of them. What stands before it are titles. A table whose first wide record is data has none.
 */
export function findHeader(records: readonly FileRecord[]): Layout {
  const sights = records
    .slice(0, SAMPLE_RECORDS)
    .map(({ number, cells }) => ({ number, filled: cells.filter((cell) => cell.trim() !== "") }))
    .filter(({ filled }) => !SEPARATOR_NOTE.test(filled[0] ?? ""));
  const widthMin = Math.min(2, medianWidth(sights)) + Math.floor(Math.max(0, medianWidth(sights) - 2) / 2);
  const wide = sights.slice(0, HEADER_AMONG).filter(({ filled }) => filled.length >= widthMin);
  const [first] = wide;
  if (!first) return { skipHeaderRows: 0, hasHeader: true };
  const firstKnown = knownIn(first);
  if (firstKnown >= 2 || (firstKnown === 1 && !hasData(first)))
    return before(fieldNamesBelow(first, wide) ?? first, true);
  const better = wide.find((sight) => {
    const known = knownIn(sight);
    return known >= 2 && known * 2 >= sight.filled.length && known > firstKnown && !hasData(sight);
  });
  return better ? before(better, true) : before(first, !hasData(first));
}

const FIELD_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const FIELD_NAMES_MIN = 4;

/** The names of the fields below what people call them, as templates of marketplaces have both. */
function fieldNamesBelow(header: Sight, wide: readonly Sight[]): Sight | undefined {
  const below = wide[wide.indexOf(header) + 1];
  if (!below || below.number !== header.number + 1) return undefined;
  const areNames = below.filled.every((cell) => FIELD_NAME.test(cell.trim()));
  const joined = below.filled.filter((cell) => cell.includes("_")).length;
  return areNames && joined >= FIELD_NAMES_MIN && joined * 2 >= below.filled.length ? below : undefined;
}

const before = ({ number }: Sight, hasHeader: boolean): Layout => ({ skipHeaderRows: number - 1, hasHeader });

function medianWidth(sights: readonly Sight[]): number {
  const widths = sights.map(({ filled }) => filled.length).sort((one, other) => one - other);
  return widths[Math.floor(widths.length / 2)] ?? 1;
}

const knownIn = ({ filled }: Sight): number =>
  filled.slice(0, CELLS_MAX).filter((cell) => cell.length <= CELL_MAX && /\p{L}/u.test(cell) && isKnownHeader(cell))
    .length;

const hasData = ({ filled }: Sight): boolean =>
  filled.some((cell) => {
    const text = cell.trim();
    if (text.length > CELL_MAX) return true;
    return FIGURE.test(text) || URL.test(text) || parseDate(text) !== undefined || "ean" in classifyEan(text);
  });
