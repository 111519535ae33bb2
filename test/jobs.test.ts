import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type JobKind, longQueueOf } from "../db/jobs/kinds.ts";
import { HANDLERS } from "../workers/registry.ts";

const fileOf = (name: string) => `workers/${name.replace(".", "/")}.ts`;
const NAME = /^\s+"([a-z-]+\.[a-z-]+)":/gm;
const namesIn = async (file: string) =>
  [...(await Bun.file(file).text()).matchAll(NAME)].map(([, name = ""]) => name).toSorted();

describe("jobs", () => {
  test.each(Object.keys(HANDLERS))("%s is handled by the file of its name", (kind) => {
    expect(existsSync(fileOf(kind))).toBe(true);
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

  test("what follows the failure of each kind is written down", async () => {
    expect(await namesIn("src/jobs/note-failures.ts")).toEqual(Object.keys(HANDLERS).toSorted());
  });
});

describe("asks", () => {
  test("every ask is handled by the file of its name", async () => {
    const asks = await namesIn("src/runtime/asks.ts");
    expect(asks.filter((name) => !existsSync(fileOf(name)))).toEqual([]);
    expect(await namesIn("workers/asks.ts")).toEqual(asks);
  });
});
