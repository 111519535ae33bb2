import { describe, expect, test } from "bun:test";
import { openSearch } from "../../src/search/open-search.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { type newTenant, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { describeSearch } from "./behaviour.ts";
import { describeBehind } from "./behind.ts";
import { describeBeside } from "./beside-products.ts";
import { describeRanking } from "./ranking.ts";
import { searchApp } from "./search-app.ts";
import { named, STATES } from "./searching.ts";

const app = searchApp(openSearch(services.config, services.now));

const engine = {
  app: () => app,
  index: async () => {
    while ((await catchUp(services, new AbortController().signal)) === 0);
  },
};
describeSearch("libsql", engine);
describeBeside("libsql", engine);
describeBehind("libsql", engine);
describeRanking("libsql", engine);

/** Reads all pages by cursor; before each further one, the first product of the page before is deleted. */
async function readWhileDeleting(tenant: Awaited<ReturnType<typeof newTenant>>, q: string): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await app.get(tenant, `/search/products?${q}&per_page=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.meta.next_cursor;
    await tenant.delete(`/products/${body.items[0].id}`);
  }
  return seen;
}

describe.each(STATES)("a cursor of /search/products, %s", (state) => {
  // Meilisearch cannot begin behind a hit: there a cursor counts hits.
  test.each(["q=lampe", "is_active=true"])(
    "D0.12 passes over no hit while those before it are deleted: %s",
    async (q) => {
      const { tenant, ids } = await given(...Array.from({ length: 12 }, (_, at) => named(`Lampe ${at}`)));
      if (state === "indexed") await engine.index();
      expect(await readWhileDeleting(tenant, q)).toEqual(ids);
    },
  );
});
