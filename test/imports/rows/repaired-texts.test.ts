import { expect, test } from "bun:test";
import { problemMessage } from "../../../src/imports/map/rules/row-problems.ts";
import { mapped, summary } from "./mapped.ts";

test.each([
  ["My Product", "my-product"],
  ["Crème & Café 2", "creme-cafe-2"],
  ["a--b-", "a--b-"],
  ["S".repeat(300), "s".repeat(255)],
])("S37.19 makes a slug of the values of a column of slugs: %j", (cell, slug) => {
  expect(mapped({ sku: "A", url_slug: cell })).toMatchObject({ values: { url_slug: slug }, problems: [] });
});

test("S37.19 leaves out a slug without a letter or digit of slugs, and keeps the row", () => {
  const { values, problems } = mapped({ sku: "A", url_slug: "東京" });

  expect(values).toEqual({ reference: "A" });
  expect(problems.map(summary)).toEqual(["warning invalid_value url_slug"]);
});

test.each([
  ["n".repeat(501), "n".repeat(500)],
  [`${"n".repeat(499)}😀`, "n".repeat(499)],
])("S37.19 cuts a name that is too long, between characters, and warns", (name, stored) => {
  const { values, problems } = mapped({ sku: "A", name });

  expect(values).toEqual({ reference: "A", name: stored });
  expect(problems.map(summary)).toEqual(["warning too_long name"]);
  expect(problemMessage(problems[0] ?? expect.unreachable(), "en")).toBe(
    "name is longer than 500 characters; it was cut there",
  );
});
