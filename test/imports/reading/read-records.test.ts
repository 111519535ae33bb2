import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { detectFormat } from "../../../src/imports/parse/csv/detect-format.ts";
import { FileUnreadable, unreadableMessage } from "../../../src/imports/parse/file-unreadable.ts";
import { readTable } from "../../../src/imports/parse/read-table.ts";
import { refusal } from "../../refusal.ts";
import { CSV, chunksOf, encoded, recordsOf } from "./files.ts";

const utf8 = (text: string) => encoded(text, "utf-8");
const streamed = (bytes: AsyncIterable<Uint8Array>) => ({ name: "products.csv", sizeBytes: 0, read: () => bytes });
const unreadable = async (bytes: Uint8Array, format = CSV) => {
  const error = await refusal(recordsOf(bytes, format));
  if (!(error instanceof FileUnreadable)) throw new Error(`not FileUnreadable: ${error}`);
  return error;
};

describe("readTable of a delimited text", () => {
  const letters = fc.constantFrom(..."abcXYZ 019;,|\t'\"\n\r.-éèçœŒ€Š");
  const cell = fc.array(letters, { maxLength: 12 }).map((signs) => signs.join(""));
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
    );

  test.each(["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15"])(
    "gives back what was written in %s, however the stream is cut",
    async (encoding) => {
      const any = fc.record({
        table,
        delimiter: fc.constantFrom(",", ";", "\t", "|"),
        lineEnd: fc.constantFrom("\r\n", "\n"),
        chunkBytes: fc.integer({ min: 1, max: 40 }),
      });
      await fc.assert(
        fc.asyncProperty(any, async ({ table: rows, delimiter, lineEnd, chunkBytes }) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows.map((row) => row.map(quoted).join(delimiter)).join(lineEnd);
          const records = await recordsOf(encoded(text, encoding), { ...CSV, encoding, delimiter }, chunkBytes);
          const expected = rows.flatMap((cells, index) =>
            cells.some((each) => each.trim() !== "") ? [{ number: index + 1, cells }] : [],
          );
          expect(records).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    },
  );

  test("S37.19 counts skipped and blank records in the numbers, and leaves them out", async () => {
    const text = "Price list;\n;\n\nref;name\nA1;one\n  ; \nA2;two\n";

    const records = await recordsOf(utf8(text), { ...CSV, delimiter: ";", skipHeaderRows: 2 });

    expect(records).toEqual([
      { number: 4, cells: ["ref", "name"] },
      { number: 5, cells: ["A1", "one"] },
      { number: 7, cells: ["A2", "two"] },
    ]);
  });

  test("takes short and long rows, quotes inside cells, and line ends of all kinds", async () => {
    const text = 'a,b,c\r\n1\n1,2,3,4\r5" pipe,"6 ""x""",\r\n"un"quoted,2,3';

    const records = await recordsOf(utf8(text), CSV);

    expect(records.map(({ cells }) => cells)).toEqual([
      ["a", "b", "c"],
      ["1"],
      ["1", "2", "3", "4"],
      ['5" pipe', '6 "x"', ""],
      ['"un"quoted', "2", "3"],
    ]);
  });

  test("reads quotes as letters when the file does not quote", async () => {
    const records = await recordsOf(utf8('a\tb\n"x\ty"\n'), { ...CSV, delimiter: "\t", quote: null });

    expect(records[1]?.cells).toEqual(['"x', 'y"']);
  });

  test("drops the byte order mark", async () => {
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"]) {
      const records = await recordsOf(encoded("\ufeffean,name\n", encoding), { ...CSV, encoding });

      expect(records[0]?.cells).toEqual(["ean", "name"]);
    }
  });

  test("reads on as windows-1252 when only ASCII was seen of it and the first other byte is not UTF-8", async () => {
    const ascii = `${"1,plain\n".repeat(10_000)}`;
    for (const chunkBytes of [7, 64 * 1024]) {
      const bytes = encoded(`${ascii}2,café – 3 €\n`, "windows-1252");
      const records = await recordsOf(bytes, detectFormat(bytes), chunkBytes);

      expect(records.at(-1)?.cells).toEqual(["2", "café – 3 €"]);
    }
    const utf = utf8(`${ascii}2,café – 3 €\n`);
    expect((await recordsOf(utf, detectFormat(utf), 7)).at(-1)?.cells).toEqual(["2", "café – 3 €"]);
  });

  test("asks for no more of the source than the batch at hand needs", async () => {
    let sentBytes = 0;
    const line = utf8("1,2,3,4,5,6,7,8,9,10\n");
    async function* endless() {
      for (;;) {
        sentBytes += line.length * 1000;
        yield Buffer.concat(Array.from({ length: 1000 }, () => line));
      }
    }

    let batches = 0;
    for await (const batch of readTable(streamed(endless()), CSV)) {
      expect(batch.length).toBeGreaterThanOrEqual(500);
      batches++;
      expect(sentBytes).toBeLessThanOrEqual((batches + 1) * line.length * 1000);
      if (batches === 20) break;
    }
  });

  test("reads a file without records", async () => {
    expect(await recordsOf(utf8(""), CSV)).toEqual([]);
    expect(await recordsOf(utf8("\n\n"), CSV)).toEqual([]);
  });

  test("takes a web stream", async () => {
    const stream = new Blob(["a,b\n1,2\n"]).stream();
    const records = [];
    for await (const batch of readTable(streamed(stream), CSV)) records.push(...batch);

    expect(records.map(({ cells }) => cells)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });
});

describe("files that cannot be read name the line and how to mend it", () => {
  test("a quote that is never closed", async () => {
    const error = await unreadable(utf8('a,b\r\n1,"two\r\nlines"\r\n2,"open\r\n3,x\r\n'));

    expect(error).toMatchObject({ code: "quote_not_closed", params: { line: 4 } });
    expect(unreadableMessage(error, "fr")).toContain("ligne 4");
  });

  test("a record over 1 MiB", async () => {
    const error = await unreadable(utf8(`a,b\n1,x\n2,"open\n${"3,long enough\n".repeat(100_000)}`));

    expect(error).toMatchObject({ code: "record_too_long", params: { line: 3 } });
  });

  test("a header of 10,000 columns", async () => {
    const error = await unreadable(utf8(`${Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(",")}\n1\n`));

    expect(error).toMatchObject({ code: "too_many_columns", params: { line: 1, columns: 10_000, limit: 2000 } });
  });

  test("a NUL character", async () => {
    expect(await unreadable(utf8("a,b\n1,x\0y\n"))).toMatchObject({ code: "nul_byte", params: { line: 2 } });
  });

  test("more than a few bytes that are not of the encoding", async () => {
    const bytes = Buffer.concat([utf8("nom,prix\nœuf,1\n"), encoded("café,2\n".repeat(30), "windows-1252")]);

    for (const chunkBytes of [1, 1000]) {
      const error = await refusal(recordsOf(bytes, CSV, chunkBytes));
      expect(error).toMatchObject({ code: "invalid_bytes", params: { line: 23, encoding: "utf-8" } });
    }
  });

  test("a character cut off by the end of the file", async () => {
    expect(await unreadable(utf8("a,b\n1,é").subarray(0, -1))).toMatchObject({ code: "invalid_bytes" });
    const wide = encoded("a,b\n1,x", "utf-16le");
    expect(await unreadable(wide.subarray(0, -1), { ...CSV, encoding: "utf-16le" })).toMatchObject({
      code: "invalid_bytes",
    });
  });

  test("errors of the source stay what they are", async () => {
    async function* broken() {
      yield* chunksOf(utf8("a,b\n"));
      throw new RangeError("disk gone");
    }
    const run = async () => {
      for await (const _ of readTable(streamed(broken()), CSV));
    };

    expect(await refusal(run())).toBeInstanceOf(RangeError);
  });
});
