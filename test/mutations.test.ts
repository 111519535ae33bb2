import { expect, test } from "bun:test";
import { Glob } from "bun";
import { MUTATIONS } from "../src/mutations.ts";

const DECLARED = /(export const (\w+) = )?\bmutation(?:<[^(]*>)?\(\s*"([^"]+)"/g;

interface Declaration {
  file: string;
  constant: string | undefined;
  name: string;
}

async function declarations(): Promise<Declaration[]> {
  const found: Declaration[] = [];
  for (const file of await Array.fromAsync(new Glob("{db,src,workers}/**/*.ts").scan("."))) {
    for (const [, , constant, name = ""] of (await Bun.file(file).text()).matchAll(DECLARED)) {
      found.push({ file, constant, name });
    }
  }
  return found;
}
const DECLARATIONS = await declarations();

test("the registry holds every mutation, each under a name of its own", () => {
  expect(DECLARATIONS.map(({ name }) => name).toSorted()).toEqual([...MUTATIONS.keys()].toSorted());
});

test("every mutation is an exported constant, named family.verb", () => {
  const wrong = DECLARATIONS.filter(({ constant, name }) => !constant || !/^[a-z-]+\.[a-z-]+$/.test(name));
  expect(wrong).toEqual([]);
});

test("the registry is in alphabetical order", async () => {
  const list = /const ALL: AnyMutation\[\] = \[([^\]]*)\]/.exec(await Bun.file("src/mutations.ts").text())?.[1] ?? "";
  const names = list.split(/[\s,]+/).filter((name) => name !== "");
  expect(names.length).toBe(MUTATIONS.size);
  expect(names).toEqual(names.toSorted());
});
