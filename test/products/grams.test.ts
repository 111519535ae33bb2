import { expect, test } from "bun:test";
import fc from "fast-check";
import Libsql from "libsql";
import schema from "../../db/index-schema.sql" with { type: "text" };
import { gramQuery, gramsOf, hasGrams } from "../../db/products/grams.ts";

const TABLE = /create virtual table product_gram[^;]+;/;
const TEXT = fc.string({
  unit: fc.oneof(fc.constantFrom(..." abz09-./'\"@|\\^`&é😀"), fc.string({ unit: "binary", maxLength: 1 })),
  maxLength: 12,
});

test("a part of a text of three characters or more finds it, and no text of another tenant", () => {
  const database = new Libsql(":memory:");
  database.exec(TABLE.exec(schema)?.[0] ?? "");
  const insert = database.prepare("insert into product_gram (rowid, text) values (?, ?)");
  const find = database.prepare("select rowid from product_gram where product_gram match ?").raw();
  let row = 0;
  fc.assert(
    fc.property(fc.array(TEXT, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(), (texts, from, length) => {
      insert.run(++row, gramsOf(texts, "0001"));
      const signs = [...(texts.at(-1) ?? "")];
      const part = signs
        .slice(from % (signs.length + 1))
        .slice(0, 3 + (length % 6))
        .join("");
      if (!hasGrams(part)) return;
      const rowsFor = (tag: string) => find.all(gramQuery(part).replaceAll("@", tag)).flat();
      expect(rowsFor("0001")).toContain(row);
      expect(rowsFor("0002")).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
