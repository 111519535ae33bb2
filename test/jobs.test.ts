import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { FAMILIES } from "../src/families.ts";
import { HANDLERS } from "../workers/registry.ts";

const fileOf = (name: string) => `workers/${name.replace(".", "/")}.ts`;
const NAME = /^\s+"([a-z-]+\.[a-z-]+)":/gm;
const namesIn = async (file: string) =>
  [...(await Bun.file(file).text()).matchAll(NAME)].map(([, name = ""]) => name).toSorted();

describe("jobs", () => {
  test.each(Object.keys(HANDLERS))("%s is handled by the file of its name", (kind) => {
    expect(existsSync(fileOf(kind))).toBe(true);
  });

  test("what follows the failure of each kind is written down", async () => {
    expect(await namesIn("src/jobs/note-failures.ts")).toEqual(Object.keys(HANDLERS).toSorted());
  });
});

const CALLS = FAMILIES.flatMap(({ calls = [], streams = [] }) => [...calls, ...streams]);

describe("calls", () => {
  test.each(CALLS.map(({ call, load }) => ({ name: call.name, load })))(
    "$name is answered by the file of its name",
    async ({ name, load }) => {
      expect(existsSync(fileOf(name))).toBe(true);
      expect(Object.values(await import(`../${fileOf(name)}`))).toContain(await load());
    },
  );

  test("each has a name of its own", () => {
    const names = CALLS.map(({ call }) => call.name);
    expect(names).toEqual([...new Set(names)]);
  });
});
