import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { NotLoaded } from "../db/local/load-first.ts";
import type { AnyMutation } from "../db/ports.ts";
import * as FAMILIES from "../src/families.ts";
import { familiesByNeed } from "../src/runtime/families-by-need.ts";
import { loadMutations, mutationsOf, wordsOf } from "../src/runtime/family.ts";

const MUTATIONS = await loadMutations(FAMILIES);

/** What starts a process or a thread when it is imported. */
const ENTRIES = new Set([
  "src/main.ts",
  "src/writer.ts",
  "src/thread.ts",
  "src/document-reader.ts",
  "src/backup-thread.ts",
]);

interface Declaration {
  file: string;
  mutation: AnyMutation;
}

/** Every mutation that a file exports. */
async function declarations(): Promise<Declaration[]> {
  const found: Declaration[] = [];
  for (const file of await Array.fromAsync(new Glob("src/**/*.ts").scan("."))) {
    if (ENTRIES.has(file) || !/\b(?:mutation|changesOf|lifecycleOf|settingChange)\b/.test(await Bun.file(file).text()))
      continue;
    const exported: object = await import(join(process.cwd(), file));
    found.push(...mutationsOf(exported).map((mutation) => ({ file, mutation })));
  }
  return found;
}
const DECLARATIONS = await declarations();
const names = (mutations: readonly AnyMutation[]) => mutations.map(({ name }) => name).toSorted();

test("the registry holds every mutation, each under a name of its own", () => {
  expect(names(DECLARATIONS.map(({ mutation }) => mutation))).toEqual([...MUTATIONS.keys()].toSorted());
});

test("every mutation is named family.verb", () => {
  expect([...MUTATIONS.keys()].filter((name) => !/^[a-z-]+\.[a-z-]+$/.test(name))).toEqual([]);
});

test("a family's mutations begin with the words that the writer finds it by", async () => {
  for (const [name, family] of Object.entries(FAMILIES)) {
    const begun = [...(await loadMutations({ [name]: family })).keys()].map((mutation) => mutation.split(".")[0] ?? "");
    expect([name, begun.filter((word) => !wordsOf(name, family).includes(word))]).toEqual([name, []]);
  }
});

test("the writer loads the mutations of a family when it meets one, and what follows a failed job when one has failed", async () => {
  const { mutations, missing, failures } = familiesByNeed(FAMILIES);
  expect(mutations.size).toBe(0);
  await missing("brands.create")?.();
  expect([mutations.has("brands.create"), mutations.has("tags.create")]).toEqual([true, false]);
  expect(missing("brands.delete")).toBeUndefined();
  for (const name of MUTATIONS.keys()) await missing(name)?.();
  expect([...mutations.keys()].toSorted()).toEqual([...MUTATIONS.keys()].toSorted());
  const error = await Promise.try(() => failures.get("imports.run")).catch((thrown: unknown) => thrown);
  if (!(error instanceof NotLoaded)) throw error;
  await error.load();
  expect([typeof failures.get("imports.run"), failures.get("nothing")]).toEqual(["function", undefined]);
});

test("every mutation that is made is exported, so that the registry can hold it", async () => {
  const made = /(?:^|[^.\w])(?:mutation|settingChange)(?:<[^(]*>)?\(\s*"([^"]+)"/g;
  const missing: string[] = [];
  for (const file of await Array.fromAsync(new Glob("{db,src,workers}/**/*.ts").scan("."))) {
    for (const [, name = ""] of (await Bun.file(file).text()).matchAll(made)) {
      if (!MUTATIONS.has(name)) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

test("every family is in the list", async () => {
  const files = await Array.fromAsync(new Glob("src/*/**/family.ts").scan("."));
  expect(Object.keys(FAMILIES)).toHaveLength(files.filter((file) => file !== "src/runtime/family.ts").length);
});
