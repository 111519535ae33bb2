import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import packageJson from "../../package.json" with { type: "json" };
import type { Schema } from "../sweeps/operations.ts";
import { breakingChanges, type Contract, contractNow } from "./contract.ts";

const ENDING = ".contract.json.gz";
const pathOf = (version: string) => join(import.meta.dir, `${version}${ENDING}`);
const now = contractNow();

// Renews what is held against: with a release, or when a breaking change was decided on.
if (process.env["KEEP_CONTRACT"] === "1") {
  writeFileSync(pathOf(packageJson.version), gzipSync(JSON.stringify(now), { level: 9 }));
}

const released = readdirSync(import.meta.dir).filter((name) => name.endsWith(ENDING));

test("the API of this version is kept", () => {
  expect(existsSync(pathOf(packageJson.version))).toBe(true);
});

test.each(released)("nothing that %s promises is broken", async (name) => {
  const bytes = await Bun.file(join(import.meta.dir, name)).arrayBuffer();
  const before = JSON.parse(gunzipSync(Buffer.from(bytes)).toString()) as Contract; // written above
  expect(Object.keys(before).length).toBeGreaterThan(100);
  expect(breakingChanges(before, now)).toEqual([]);
});

const text = { type: "string" };
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});
const contract = (body: Schema, answer: Schema, parameters: Contract[string]["parameters"] = []): Contract => ({
  "POST /things": { parameters, body, answers: { "201": { "application/json": answer } } },
});
const page = { name: "page", place: "query", required: false, schema: { type: "integer", maximum: 100 } };
const BEFORE = contract(
  object({ name: { ...text, maxLength: 100 }, kind: { ...text, enum: ["a", "b"] } }, ["name"]),
  object({ id: text, price: { type: "number" } }, ["id"]),
  [page],
);
const changed = (change: (draft: Contract) => void): Contract => {
  const draft = structuredClone(BEFORE);
  change(draft);
  return draft;
};
/** The only operation of a draft, loosely, to be changed. */
// biome-ignore lint/suspicious/noExplicitAny: a test takes schemas apart
const only = (draft: Contract) => draft["POST /things"] as any;

test.each<[string, (draft: Contract) => void, string]>([
  ["an operation that is gone", (draft) => delete draft["POST /things"], "POST /things is gone"],
  ["a parameter that is gone", (draft) => only(draft).parameters.pop(), "query page is gone"],
  ["a lower maximum", (draft) => (only(draft).parameters[0].schema.maximum = 50), "maximum is 50 now, and was 100"],
  [
    "a parameter that is required",
    (draft) => (only(draft).parameters[0].required = true),
    "query page is required now",
  ],
  ["a field that is gone", (draft) => delete only(draft).body.properties.kind, "body.kind is gone"],
  ["a field that is required", (draft) => only(draft).body.required.push("kind"), "body.kind is required now"],
  ["a word that is gone", (draft) => only(draft).body.properties.kind.enum.pop(), "b is no longer taken"],
  [
    "another type",
    (draft) => (only(draft).body.properties.name = { type: "integer" }),
    "is integer now, and was string",
  ],
  [
    "an answer without a field",
    (draft) => delete only(draft).answers["201"]["application/json"].properties.price,
    "201.price is gone",
  ],
  [
    "an answer that may be null",
    (draft) => (only(draft).answers["201"]["application/json"].properties.id = { anyOf: [text, { type: "null" }] }),
    "is null now, and was string",
  ],
  ["another status", (draft) => (only(draft).answers = { "200": {} }), "no longer answers 201"],
])("%s is a breaking change", (_, change, says) => {
  expect(breakingChanges(BEFORE, changed(change)).join("\n")).toContain(says);
});

test.each<[string, (draft: Contract) => void]>([
  ["nothing", () => undefined],
  ["a new operation", (draft) => (draft["GET /others"] = only(draft))],
  ["a new optional field", (draft) => (only(draft).body.properties.more = text)],
  ["a new word", (draft) => only(draft).body.properties.kind.enum.push("c")],
  ["a higher limit", (draft) => (only(draft).body.properties.name.maxLength = 200)],
  [
    "a field that takes null as well",
    (draft) => (only(draft).body.properties.kind = { anyOf: [{ ...text, enum: ["a", "b"] }, { type: "null" }] }),
  ],
  ["more in an answer", (draft) => (only(draft).answers["201"]["application/json"].properties.more = text)],
])("%s is none", (_, change) => {
  expect(breakingChanges(BEFORE, changed(change))).toEqual([]);
});
