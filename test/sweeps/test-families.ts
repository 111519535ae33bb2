import { basename, dirname, join } from "node:path";
import { Glob } from "bun";
import type { Teller } from "../events/teller.ts";
import type { Step } from "../examples/step.ts";
import type { Seed } from "./seeds.ts";

/** What a family brings to the tests of every operation: `test/<family>/family.ts`. */
export interface TestFamily {
  /** What it puts into a tenant. */
  seed?: Seed;
  /** The families, by their folders, whose ids its seed uses, or whose settings it replaces. */
  behind?: readonly string[];
  /** Which events its operations emit, by operationId. */
  tells?: Record<string, Teller>;
  /** The operations that change something and emit nothing to webhooks, with the reason. */
  silent?: { because: string; operations: readonly string[] };
  /** An example of each operation that creates or changes something, in an order in which all of them work. */
  examples?: readonly Step[];
  /** Examples that no order makes work, see APART of `story.ts`: what is made for each, and what is called before. */
  apart?: readonly Step[];
  anew?: Record<string, string[]>;
  /** Texts of its examples that must be unique, by operationId. */
  unique?: Record<string, string[]>;
  needs?: Record<string, string[]>;
  /** Where examples find what paths name: `{ brand_id: "{createBrand.id}" }`. */
  sources?: Record<string, string>;
  /** Its tables whose rows no sweep removes by age, with the reason. */
  lasting?: { because: string; tables: readonly string[] };
}

/** Declares what a family brings to the tests. @public */
export const testFamily = (parts: TestFamily): TestFamily => parts;

const ROOT = join(import.meta.dir, "..");
const isTestFamily = (value: unknown): value is TestFamily => typeof value === "object" && value !== null;

/** Rooms of families have a folder more. */
const FILES = ["*/family.ts", "*/*/family.ts"].flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)]).toSorted();

const FOUND = new Map(
  await Promise.all(
    FILES.map(async (file) => {
      const found = Object.values(await import(join(ROOT, file))).find(isTestFamily);
      if (!found) throw new Error(`test/${file} exports no family`);
      return [basename(dirname(file)), found] as const;
    }),
  ),
);

/** A family behind those whose ids it uses. */
const inTurn = (name: string): TestFamily[] => {
  const family = FOUND.get(name);
  if (!family) throw new Error(`There is no test/${name}/family.ts`);
  return [...(family.behind ?? []).flatMap(inTurn), family];
};

/** Those of all families, each behind those whose ids it uses. */
export const TEST_FAMILIES: readonly TestFamily[] = [...new Set([...FOUND.keys()].flatMap(inTurn))];
