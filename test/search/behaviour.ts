import { describe, expect, test } from "bun:test";
import { given } from "../products/given.ts";
import { CATALOG, type Engine, named, STATES, searching } from "./searching.ts";

/** What both engines must do alike. */
export function describeSearch(name: string, engine: Engine): void {
  const { found, catalog } = searching(engine);

  describe.each(STATES)(`GET /search/products with ${name}, %s`, (state) => {
    test("S20.7 finds words, the last one as a beginning, in the order of the fields", async () => {
      const { tenant } = await catalog(state);
      const table: [string, string[]][] = [
        ["perceuse", ["Perceuse sans fil", "Table perceuse compatible", "Chaise en chêne"]],
        ["PERCEU", ["Perceuse sans fil", "Table perceuse compatible", "Chaise en chêne"]],
        ["perceuse fil", ["Perceuse sans fil"]],
        ["perceuse zzz", []],
        ["bosch", ["Perceuse sans fil", "Crème brûlée"]],
        ["bosch creme", ["Crème brûlée"]],
        ["outillage", ["Perceuse sans fil"]],
        ["creme brulee", ["Crème brûlée"]],
        ["CRÈME", ["Crème brûlée"]],
        ["oeuf", ["Œuf dur"]],
        ["verlangerungs", ["Câble"]],
        ["zwei meter", ["Câble"]],
        ["zzz", []],
        ["*", []],
        ['"', []],
      ];
      const answers: [string, string[]][] = [];
      for (const [q] of table) answers.push([q, await found(tenant, q)]);
      expect(answers).toEqual(table);
    });

    test("D2-185 ranks a whole EAN or reference first, with and without its signs and zeros", async () => {
      const { tenant } = await catalog(state);
      for (const q of ["3012345678904", "03012345678904"]) expect((await found(tenant, q))[0]).toBe("Crème brûlée");
      for (const q of ["RÉF-100/A", "ref 100 a", "ref100a"]) expect(await found(tenant, q)).toEqual(["Œuf dur"]);
    });

    test("D2-185 finds words with one typo from four letters, two from eight, none in numbers", async () => {
      const { tenant } = await catalog(state);
      const table: [string, string[]][] = [
        ["chause", ["Chaise en chêne"]],
        ["tabel", ["Table perceuse compatible"]],
        ["perceusse fil", ["Perceuse sans fil"]],
        ["pecreusse", ["Perceuse sans fil", "Chaise en chêne", "Table perceuse compatible"]],
        ["chxuse", []],
        ["3012345678905", []],
        ["vjs", []],
        // A code is met whole or by its beginning: one letter makes another product of it.
        ["ref100", ["Œuf dur"]],
        ["ref101a", []],
      ];
      const answers: [string, string[]][] = [];
      for (const [q] of table) answers.push([q, (await found(tenant, q)).toSorted()]);
      expect(answers).toEqual(table.map(([q, titles]) => [q, titles.toSorted()]));
    });

    test("S20.7 the last word is a beginning of few words or of many", async () => {
      const letters = [..."abcdefghijklmnopqrstuvwxyz"];
      const { tenant } = await given(...letters.map((letter) => named(`Banc zan${letter}`)), named("Zan"));
      if (state === "indexed") await engine.index(tenant.id);
      const total = async (q: string) => (await engine.app().get(tenant, `/search/products?q=${q}`)).body.meta.total;
      expect([await total("banc zan"), await total("zan"), await total("zan banc")]).toEqual([26, 27, 0]);
      expect(await found(tenant, "zan", "&per_page=2")).toEqual(["Zan", "Banc zana"]);
    });

    test("S20.7 ranks hits with typos below exact ones, and says what was meant when there are no others", async () => {
      const { tenant } = await given(named("Chaises de jardin"), named("Chaize"), named("Banc"));
      if (state === "indexed") await engine.index(tenant.id);
      expect(await found(tenant, "chaize")).toEqual(["Chaize", "Chaises de jardin"]);
      const { body } = await engine.app().get(tenant, "/search/products?q=jartin");
      expect(body.items.map(({ title }: { title: string }) => title)).toEqual(["Chaises de jardin"]);
      expect(body.did_you_mean).toBe("jardin");
      expect((await engine.app().get(tenant, "/search/products?q=jardin")).body.did_you_mean).toBeNull();
    });

    test("S20.6 goes with every filter of the list, and counts facets as if their own were not set", async () => {
      const { tenant } = await catalog(state);
      expect(await found(tenant, "perceuse", "&is_active=true")).toEqual(["Perceuse sans fil", "Chaise en chêne"]);
      expect(await found(tenant, "perceuse", "&in_stock=true")).toEqual(["Perceuse sans fil"]);
      expect(await found(tenant, "perceuse", "&price_min=50&price_max=100")).toEqual(["Perceuse sans fil"]);
      expect(await found(tenant, "perceuse", "&no_brand=true")).toEqual(["Table perceuse compatible"]);
      expect(await found(tenant, "perceuse", "&search=chene")).toEqual(["Chaise en chêne"]);
      const { body: all } = await engine.app().get(tenant, "/search/products?q=perceuse&facets=brand,category,status");
      const count = (facet: { name: string; count: number }[]) =>
        Object.fromEntries(facet.map(({ name, count }) => [name, count]));
      expect(count(all.facets.brand)).toEqual({ Bosch: 1, Maison: 1 });
      expect(count(all.facets.category)).toEqual({ Outillage: 1, Perceuses: 1, Meubles: 2 });
      expect(count(all.facets.status)).toEqual({ active: 2, inactive: 1 });
      const bosch = all.facets.brand.find(({ name }: { name: string }) => name === "Bosch").id;
      const { body } = await engine
        .app()
        .get(tenant, `/search/products?q=perceuse&facets=brand,category&brand_id=${bosch}`);
      expect(body.meta.total).toBe(1);
      expect(count(body.facets.brand)).toEqual({ Bosch: 1, Maison: 1 });
      expect(count(body.facets.category)).toEqual({ Outillage: 1, Perceuses: 1 });
    });

    test("S20.6 orders the values of a facet by count, then by name", async () => {
      const brands = ["Zeta", "Beta", "Alpha", "Gamma", "Zeta", "Delta"];
      const { tenant } = await given(...brands.map((brand) => named("Lampe", { brand })));
      if (state === "indexed") await engine.index(tenant.id);
      const inOrder = ["Zeta", "Alpha", "Beta", "Delta", "Gamma"];
      for (const q of ["&q=lampe", ""]) {
        const { body } = await engine.app().get(tenant, `/search/facets?facets=brand${q}`);
        expect(body.facets.brand.map(({ name }: { name: string }) => name)).toEqual(inOrder);
      }
      const { body } = await tenant.post("/products/search", { facets: ["brand"] });
      expect(body.facets.brand.map(({ name }: { name: string }) => name)).toEqual(inOrder);
    });

    test("pages through all hits, each once, by number and by cursor", async () => {
      const { tenant, ids } = await given(
        ...Array.from({ length: 25 }, (_, at) => named(`Lampe ${at} ${at % 3 === 0 ? "" : "chaise"}`)),
      );
      if (state === "indexed") await engine.index(tenant.id);
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const { body } = await engine.app().get(tenant, `/search/products?q=lampe&per_page=10&page=${page}`);
        expect(body.meta.total).toBe(25);
        seen.push(...body.items.map(({ id }: { id: string }) => id));
      }
      expect(seen).toEqual(ids);
      const first = await engine.app().get(tenant, "/search/products?q=lampe&per_page=20");
      const next = await engine
        .app()
        .get(tenant, `/search/products?q=lampe&per_page=20&cursor=${first.body.meta.next_cursor}`);
      expect(next.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(20));
      expect(next.body.meta.next_cursor).toBeNull();
    });

    test("finds nothing of another tenant, in hits, facets and suggestions", async () => {
      await catalog(state);
      const { tenant } = await given(named("Autre"));
      if (state === "indexed") await engine.index(tenant.id);
      expect(await found(tenant, "perceuse")).toEqual([]);
      expect(await found(tenant, "3012345678904")).toEqual([]);
      expect((await engine.app().get(tenant, "/search/facets?q=perceuse")).body.facets.brand).toEqual([]);
      expect((await engine.app().get(tenant, "/search/suggest?q=per")).body.suggestions).toEqual([]);
    });
  });

  describe(`GET /search/products with ${name}`, () => {
    test("S20.8 shows each change at the next request, whether it is indexed or not", async () => {
      const { tenant, ids } = await catalog("indexed");
      const change = `/products/${ids[0]}`;
      await tenant.put(change, { name: "Visseuse" });
      expect([await found(tenant, "perceuse fil"), await found(tenant, "visseuse")]).toEqual([[], ["Visseuse"]]);
      await engine.index(tenant.id);
      expect([await found(tenant, "perceuse fil"), await found(tenant, "visseuse")]).toEqual([[], ["Visseuse"]]);
      await tenant.delete(change);
      expect(await found(tenant, "visseuse")).toEqual([]);
      await engine.index(tenant.id);
      expect(await found(tenant, "visseuse")).toEqual([]);
      await tenant.post(`${change}/restore`);
      expect(await found(tenant, "visseuse")).toEqual(["Visseuse"]);
      await tenant.delete(`${change}?permanent=true`);
      expect(await found(tenant, "visseuse")).toEqual([]);
      await engine.index(tenant.id);
      expect(await found(tenant, "visseuse")).toEqual([]);
    });

    test("without words it browses all products that the filters let through, oldest first", async () => {
      const { tenant } = await catalog("indexed");
      const { body } = await engine.app().get(tenant, "/search/products?facets=status&per_page=2");
      expect(body.items.map(({ title }: { title: string }) => title)).toEqual(["Perceuse sans fil", "Chaise en chêne"]);
      expect(body.meta.total).toBe(CATALOG.length);
      expect(body.facets.status.map(({ count }: { count: number }) => count)).toEqual([6, 1]);
    });

    test("S20.6 marks hits in escaped HTML", async () => {
      const { tenant } = await given(
        named("Vis <perceuse> & co", { description: `${"mot ".repeat(100)}perceuse fin` }),
      );
      await engine.index(tenant.id);
      const { body } = await engine.app().get(tenant, "/search/products?q=perceus");
      const { title, description } = body.items[0].highlights;
      expect(title).toBe("Vis &lt;<em>perceuse</em>&gt; &amp; co");
      expect(description).toStartWith("…");
      expect(description).toContain("<em>perceuse</em>");
    });

    test("S20.8 suggests brands, categories and active products", async () => {
      const { tenant } = await catalog("indexed");
      const suggested = async (q: string, more = "") =>
        (await engine.app().get(tenant, `/search/suggest?q=${q}${more}`)).body.suggestions.map(
          ({ type, text }: { type: string; text: string }) => `${type} ${text}`,
        );
      expect(await suggested("perc")).toEqual([
        "category Perceuses",
        "product Perceuse sans fil",
        "product Chaise en chêne",
      ]);
      expect(await suggested("bos")).toEqual(["brand Bosch", "product Perceuse sans fil", "product Crème brûlée"]);
      expect(await suggested("bos", "&limit=1")).toEqual(["brand Bosch"]);
    });
  });
}
