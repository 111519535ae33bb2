import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { openCutter, RecordFault } from "../../../src/imports/parse/csv/cut-records.ts";

interface Given {
  text: string;
  delimiter: string;
  quote: string | null;
}

/** The records as csv-parse cuts them; `"open"` for a quote that is never closed. */
function reference({ text, delimiter, quote }: Given): string[][] | "open" {
  try {
    return parse(text, {
      delimiter,
      quote,
      escape: quote,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (error instanceof Error && /quote/i.test(error.message)) return "open";
    throw error;
  }
}

/** The records as the cutter gives them when the text comes in pieces of these lengths, over and over. */
function cutInPieces({ text, delimiter, quote }: Given, lengths: readonly number[]): string[][] | "open" {
  const cut = openCutter({ delimiter, quote });
  const records: string[][] = [];
  const take = (piece: string, isLast: boolean) => records.push(...cut(piece, isLast).map(({ cells }) => cells));
  try {
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const length = lengths[turn % lengths.length] ?? 1;
      take(text.slice(at, at + length), false);
      at += length;
    }
    take("", true);
  } catch (error) {
    if (error instanceof RecordFault) return "open";
    throw error;
  }
  return records;
}

const given = fc.record({
  text: fc
    .array(fc.constantFrom("a", "é", " ", ",", ",", ";", '"', '"', '""', "\n", "\r\n", "\r"), { maxLength: 24 })
    .map((signs) => signs.join("")),
  delimiter: fc.constantFrom(",", ";"),
  quote: fc.constantFrom('"', '"', null),
});
const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

test("cuts any text as csv-parse does, however it comes in pieces", () => {
  let whole = 0;
  const property = fc.property(given, pieces, (each, lengths) => {
    const expected = reference(each);
    if (expected !== "open") whole++;
    expect(cutInPieces(each, lengths)).toEqual(expected);
  });
  fc.assert(property, { numRuns: 20_000 });
  expect(whole).toBeGreaterThan(5_000);
});

test("says on which line a record begins", () => {
  const cut = openCutter({ delimiter: ",", quote: '"' });

  const lines = [...cut('a,b\r\n"1\r\n2",x\n\n"3\n', false), ...cut('\n4",y\nlast', true)].map(({ line }) => line);

  expect(lines).toEqual([1, 2, 4, 5, 8]);
});
