import process from "node:process";
import { Elysia } from "elysia";
import * as FAMILIES from "../../src/families.ts";
import { API } from "../../src/runtime/family.ts";
import type { Services } from "../../src/runtime/services.ts";

const LIST = "src/http/gate/route-owners.json";

/** The family of each route. */
export async function routeOwners(services: Services): Promise<Record<string, string>> {
  const found: [route: string, owner: string][] = [];
  for (const [name, { routes }] of Object.entries(FAMILIES)) {
    for (const make of (await routes?.()) ?? []) {
      const app = new Elysia({ prefix: API }).use(make(services));
      found.push(...app.routes.map(({ method, path }): [string, string] => [`${method} ${path}`, name]));
    }
  }
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

// Run this file to write it: `bun test/http/route-owners.ts`.
if (import.meta.main) {
  const { services } = await import("../harness.ts");
  await Bun.write(LIST, `${JSON.stringify(await routeOwners(services), null, 2)}\n`);
  process.stdout.write(`${LIST} written\n`);
  process.exit();
}
