import { expect, test } from "bun:test";
import { readRefusal } from "../../../console/api/answers.ts";
import { SCREENS } from "../../../console/screens.ts";
import { matchRoute, readAddress, writeAddress } from "../../../console/shell/routes-of.ts";
import { readBlock, rowsToDraw } from "../../../console/ui/rows-to-draw.ts";
import { fieldsOf, parseEntry } from "../../../console/ui/schema.ts";
import { SCREENS as SERVED } from "../../../src/http/console/screens.ts";

test("every screen's address is one that the service answers with the page", () => {
  const served = new Set<string>(["", ...SERVED]);
  expect(SCREENS.map(({ path }) => path.split("/")[1] ?? "").filter((first) => !served.has(first))).toEqual([]);
});

test("an address names a screen and what stands in it", () => {
  const routes = [{ path: "/" }, { path: "/products" }, { path: "/products/:id/:tab?" }];
  expect(matchRoute(routes, "/products")?.route.path).toBe("/products");
  expect(matchRoute(routes, "/products/7/texts")?.params).toEqual({ id: "7", tab: "texts" });
  expect(matchRoute(routes, "/products/7")?.params).toEqual({ id: "7" });
  expect(matchRoute(routes, "/nowhere")).toBeUndefined();
  expect(readAddress("/products/?q=a%20b")).toEqual({ path: "/products", query: { q: "a b" } });
  expect(writeAddress({ path: "/products", query: { q: "a b", brand: undefined } })).toBe("/products?q=a+b");
});

test("a field that the description gets is a field of the form", () => {
  const schema = {
    required: ["title"],
    properties: {
      title: { type: "string" },
      shelf: { $ref: "#/components/schemas/Shelf" },
      weight: { type: ["number", "null"], description: "Kilograms." },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const fields = fieldsOf(schema, { Shelf: { type: "string", enum: ["top", "low"], title: "Shelf of the hall" } });
  expect(fields.map(({ name, kind, label, isRequired }) => [name, kind, label, isRequired])).toEqual([
    ["title", "text", "Title", true],
    ["shelf", "choice", "Shelf of the hall", false],
    ["weight", "number", "Weight", false],
    ["tags", "list", "Tags", false],
  ]);
  const [, , weight, tags] = fields;
  if (!weight || !tags) throw new Error("no fields");
  expect([parseEntry(weight, "1 200,5"), parseEntry(weight, ""), parseEntry(weight, "heavy")]).toEqual([
    1200.5,
    null,
    "heavy",
  ]);
  expect(parseEntry(tags, "a\n\n b ")).toEqual(["a", "b"]);
});

test("of 50,000 rows only those near the window are drawn", () => {
  const { from, to } = rowsToDraw(36 * 20_000, 600, 50_000);
  expect(from).toBeGreaterThan(19_900);
  expect(to - from).toBeLessThan(60);
  expect(rowsToDraw(0, 600, 3)).toMatchObject({ from: 0, to: 3 });
});

test("a block of a spreadsheet is lines of cells", () => {
  expect(readBlock("a\t1\r\nb\t2\r\n")).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
});

test("a refusal is read in the API's words, with the fields that it names", () => {
  const body = {
    error: {
      error_code: "VALIDATION_FAILED",
      message: "One or more fields are invalid",
      details: [{ field: "ean", message: "Must be an EAN", type: "invalid_format" }],
      request_id: "r1",
    },
  };
  const { code, message, fields, requestId } = readRefusal(422, body);
  expect([code, message, fields[0]?.field, requestId]).toEqual([
    "VALIDATION_FAILED",
    "One or more fields are invalid",
    "ean",
    "r1",
  ]);
});
