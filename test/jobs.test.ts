import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { Glob } from "bun";
import { type JobKind, longQueueOf } from "../db/jobs/kinds.ts";
import * as FAMILIES from "../src/families.ts";
import { loadFailures } from "../src/runtime/family.ts";
import { HANDLERS } from "../workers/run-job.ts";

const fileOf = (name: string) => `workers/${name.replace(".", "/")}.ts`;
const DECLARED = /^\s+"([a-z-]+\.[a-z-]+)": \{/gm;

/** The kinds that families declare for the compiler. */
async function declared(): Promise<string[]> {
  const files = await Array.fromAsync(new Glob("src/**/{family,jobs}.ts").scan("."));
  const texts = await Promise.all(files.map((file) => Bun.file(file).text()));
  return texts.flatMap((text) => [...text.matchAll(DECLARED)].map(([, kind = ""]) => kind));
}

/** How often families say what does some work in such a way: the work of one change, and what a family answers itself, has no file. */
async function countOf(way: RegExp): Promise<number> {
  const files = await Array.fromAsync(new Glob("src/**/family.ts").scan("."));
  const texts = await Promise.all(files.filter((file) => file !== DECLARING).map((file) => Bun.file(file).text()));
  return texts.join("").match(way)?.length ?? 0;
}
const COMMITTED = /\bcommits\(/g;
const OWN_ANSWERS = /\breads\(|\banswers\(\w+, async \(\) => \(await import\("\.\//g;
const DECLARING = "src/runtime/family.ts";
const hasFile = (name: string) => existsSync(fileOf(name));

describe("jobs", () => {
  test.each([...HANDLERS].filter(([kind]) => hasFile(kind)))(
    "%s is handled by the file of its name",
    async (kind, load) => {
      expect(Object.values(await import(`../${fileOf(kind)}`))).toContain(await load());
    },
  );

  test("all but those of one change have such a file", async () => {
    expect([...HANDLERS.keys()].filter((kind) => !hasFile(kind))).toHaveLength(await countOf(COMMITTED));
  });

  test("long ones that wait for servers of others stand in a queue of their own", async () => {
    const glob = new Bun.Glob("src/**/*.ts");
    const queued: string[][] = [];
    for await (const file of glob.scan(".")) {
      const found = (await Bun.file(file).text()).matchAll(
        /enqueue\(\s*\w+,\s*"([\w.-]+)"[^;]*?queue: "(bulk|outside)"/g,
      );
      queued.push(...[...found].map(([, kind = "", queue = ""]) => [kind, queue]));
    }
    expect(queued.length).toBeGreaterThan(10);
    expect(queued).toEqual(queued.map(([kind = ""]) => [kind, longQueueOf(kind as JobKind)]));
  });

  test("each kind that a family declares has a handler, of one family", async () => {
    const kinds = Object.values(FAMILIES).flatMap(({ jobs }) => Object.keys(jobs ?? {}));
    expect(kinds.toSorted()).toEqual((await declared()).toSorted());
    expect(HANDLERS.size).toBe(kinds.length);
  });

  test("what a job works on is reported when it fails for good, in every family that waits", async () => {
    const waited = `connectors.live connectors.sync documents.index enrichment.batch export-platforms.send
      export-schedules.retry export-schedules.run exports.write imports.fetch imports.revert imports.run imports.settle-source mail.send
      repricing.revert repricing.run search.reindex translation.batch web.price-bot`;
    const noted = await loadFailures(FAMILIES);
    // A kind that is new may be among them.
    expect(waited.split(/\s+/).filter((kind) => !noted.has(kind))).toEqual([]);
  });
});

const CALLS = Object.values(FAMILIES).flatMap(({ calls = [], streams = [] }) => [...calls, ...streams]);

describe("calls", () => {
  const named = CALLS.map(({ call, load }) => ({ name: call.name, load }));
  test.each(named.filter(({ name }) => hasFile(name)))(
    "$name is answered by the file of its name",
    async ({ name, load }) => {
      expect(Object.values(await import(`../${fileOf(name)}`))).toContain(await load());
    },
  );

  test("all but those that a family answers itself have such a file", async () => {
    expect(named.filter(({ name }) => !hasFile(name))).toHaveLength(await countOf(OWN_ANSWERS));
  });

  test("each has a name of its own", () => {
    const names = CALLS.map(({ call }) => call.name);
    expect(names).toEqual([...new Set(names)]);
  });
});
