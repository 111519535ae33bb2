import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TESTS = new URL("../", import.meta.url).pathname;
const CONTRACT = new URL("../../docs/contract/", import.meta.url).pathname;

const ID = String.raw`[A-Z]\d?(?:-\d+|\d+(?:\.\d+)?)`;
/** A text that begins with ids, as names of tests do. */
const CITING = new RegExp(`["'\`]((?:${ID} )+)`, "g");
/** A line or section of the contract that says what an id means. */
const EXPLAINED = new RegExp(String.raw`^(?:- |## )(?:\*\*)?(${ID})\b`, "gm");

const tests = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
  .map((path) => [path, readFileSync(join(TESTS, path), "utf8")] as const);
const explained = new Set(
  readdirSync(CONTRACT).flatMap((file) =>
    [...readFileSync(join(CONTRACT, file), "utf8").matchAll(EXPLAINED)].map(([, id]) => id),
  ),
);

test("every id that a test cites is explained by a file of docs/contract", () => {
  const cited = tests.flatMap(([path, text]) =>
    [...text.matchAll(CITING)].flatMap(([, ids = ""]) =>
      ids
        .trim()
        .split(" ")
        .map((id) => [id, path] as const),
    ),
  );

  expect(cited.filter(([id]) => !explained.has(id)).map(([id, path]) => `${id} in ${path}`)).toEqual([]);
  expect(cited.length).toBeGreaterThan(1_000);
});

test("no test is named after a number of the tracker or of a list of threats", () => {
  const named = tests.flatMap(([path, text]) => (/["'`](?:issue|Threats?) \d/i.test(text) ? [path] : []));

  expect(named).toEqual([]);
});
