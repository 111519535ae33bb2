import type { AnyElysia } from "elysia";
import type { AnyMutation } from "../../db/ports.ts";
import type { Services } from "./services.ts";

/** The routes of a family, made for the services of one process. */
type Routes = (services: Services) => AnyElysia;

/**
 * What a family brings to the service. Its code is named by functions that load it: each thread loads what it runs, the HTTP
 * thread the routes and the writer the mutations.
 */
export interface Family {
  routes?: () => Promise<readonly Routes[]>;
  /** The files whose exported mutations the writer runs. */
  mutations?: () => Promise<readonly object[]>;
}

/** Declares a family: `src/families.ts` lists them. */
export const family = (parts: Family): Family => parts;

/** The routes of all families, in their order. */
export const loadRoutes = async (families: readonly Family[]): Promise<Routes[]> =>
  (await Promise.all(families.map(({ routes }) => routes?.() ?? []))).flat();

const isMutation = (value: unknown): value is AnyMutation =>
  typeof value === "object" && value !== null && "run" in value && typeof value.run === "function" && "name" in value;

/** Every mutation by its name. Throws when two have the same name. */
export async function loadMutations(families: readonly Family[]): Promise<Map<string, AnyMutation>> {
  const files = (await Promise.all(families.map(({ mutations }) => mutations?.() ?? []))).flat();
  const found = new Map<string, AnyMutation>();
  for (const value of files.flatMap((file): unknown[] => Object.values(file))) {
    if (!isMutation(value) || found.get(value.name) === value) continue;
    if (found.has(value.name)) throw new Error(`Two mutations are named ${value.name}`);
    found.set(value.name, value);
  }
  return found;
}
