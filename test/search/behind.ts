import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { type newTenant, runJobs, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { type Engine, named } from "./searching.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** More than a search looks through besides the index. */
const MANY = 1_100;
const SLOW_MS = 30_000;

/** What both engines must do alike when more has changed than they look through. */
export function describeBehind(name: string, engine: Engine): void {
  const lamps = (count: number) => Array.from({ length: count }, (_, at) => named(`Lampe ${at}`, { brand: "Lux" }));
  /** Each answer's number of hits, and whether it says that it is behind. */
  const request = async (tenant: Tenant, q: string) => {
    const get = async (path: string) => (await engine.app().get(tenant, path)).body;
    const found = await get(`/search/products?q=${q}&per_page=1`);
    const { facets, meta } = await get(`/search/facets?q=${q}&facets=status`);
    const suggested = await get(`/search/suggest?q=${q}`);
    return {
      totals: [found.meta.total, facets.status[0]?.count ?? 0],
      behind: [found.meta.index_behind, meta.index_behind, suggested.meta.index_behind],
    };
  };

  describe(`S20.8 more changes than ${name} looks through`, () => {
    test(
      "an answer that lacks some says so, and is not given again when the index has them",
      async () => {
        const { tenant } = await given(named("Banc"));
        await engine.index(tenant.id);
        await services.write(addProducts, tenant.id, lamps(MANY));
        expect((await request(tenant, "lampe")).behind).toEqual([true, true, true]);
        // Without words the database answers, which is never behind.
        expect((await engine.app().get(tenant, "/search/products")).body.meta).toMatchObject({
          total: MANY + 1,
          index_behind: false,
        });
        await engine.index(tenant.id);
        expect(await request(tenant, "lampe")).toEqual({ totals: [MANY, MANY], behind: [false, false, false] });
      },
      SLOW_MS,
    );

    test(
      "a total is the same before and after the index has the latest changes, typos or not",
      async () => {
        const { tenant } = await given(...lamps(MANY));
        await engine.index(tenant.id);
        const before = await request(tenant, "lampe");
        await services.write(addProducts, tenant.id, [named("Lampo 1"), named("Lampo 2"), named("Lampe neuve")]);
        const meanwhile = await request(tenant, "lampe");
        await engine.index(tenant.id);
        expect(await request(tenant, "lampe")).toEqual(meanwhile);
        // Where there are 1,000 others the database's own index has none with typos; Meilisearch always has them.
        const total = MANY + (name === "libsql" ? 1 : 3);
        expect([before.behind, meanwhile]).toEqual([before.behind, { totals: [total, total], behind: before.behind }]);
      },
      SLOW_MS,
    );

    test(
      "a search waits for the index, and then has all of them",
      async () => {
        const { tenant } = await given(...lamps(MANY));
        const requests = request(tenant, "lampe");
        await engine.index(tenant.id);
        expect(await requests).toEqual({ totals: [MANY, MANY], behind: [false, false, false] });
      },
      SLOW_MS,
    );

    test(
      "a brand's new name that is on its way to many products is never silently missing",
      async () => {
        const { tenant } = await given(...lamps(MANY));
        await engine.index(tenant.id);
        const { body: brands } = await tenant.get("/brands");
        await tenant.patch(`/brands/${brands.items[0].id}`, { name: "Sol" });
        await engine.index(tenant.id);
        expect((await request(tenant, "sol")).behind).toEqual([true, true, true]);
        await runJobs();
        await engine.index(tenant.id);
        expect(await request(tenant, "sol")).toEqual({ totals: [MANY, MANY], behind: [false, false, false] });
        expect((await request(tenant, "lux")).totals).toEqual([0, 0]);
      },
      SLOW_MS,
    );
  });
}
