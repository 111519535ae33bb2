import { describe, expect, test } from "bun:test";
import { given } from "../products/given.ts";
import { type Engine, named, STATES, searching } from "./searching.ts";

const countsOf = (facet: { name: string; count: number }[]): string[] =>
  facet.map(({ name, count }) => `${name} ${count}`);

/** What both engines must do alike with what stands beside products: synonyms, tags, and the names of brands. */
export function describeBeside(name: string, engine: Engine): void {
  const { found, catalog, settle } = searching(engine);

  describe.each(STATES)(`GET /search/products with ${name}, %s`, (state) => {
    test("finds the synonyms of a word as the word itself", async () => {
      const { tenant } = await given(
        named("Lampe", { description: "pour canapé" }),
        named("Sofa bleu"),
        named("Canapés verts"),
        named("Sofas"),
        named("Couch bleue"),
      );
      await settle(tenant, state);
      const synonyms = { fr: [["Canapé", "sofa"]], en: [["couch", "sofa"]] };
      expect((await tenant.admin.put("/settings/search-synonyms", synonyms)).status).toBe(200);
      await settle(tenant, state);
      const table: [string, string[]][] = [
        ["CANAPE", ["Sofa bleu", "Canapés verts", "Lampe"]],
        ["sofa", ["Sofa bleu", "Couch bleue", "Sofas", "Lampe"]],
        ["canapé bleu", ["Sofa bleu"]],
        ["bleu couch", ["Sofa bleu", "Couch bleue"]],
      ];
      const answers: [string, string[]][] = [];
      for (const [q] of table) answers.push([q, await found(tenant, q)]);
      expect(answers).toEqual(table);
    });

    test("marks and counts synonyms, which are a tenant's own and go when they are taken away", async () => {
      const { tenant } = await given(named("Sofa bleu"), named("Couch"), named("Bleu"));
      const { tenant: other } = await given(named("Sofa"), named("Couch"));
      await tenant.admin.put("/settings/search-synonyms", { en: [["couch", "sofa"]] });
      await settle(tenant, state);
      await settle(other, state);
      const { body } = await engine.app().get(tenant, "/search/products?q=couch&facets=status");
      const marked = body.items.map(({ highlights }: { highlights: { title: string } }) => highlights.title).toSorted();
      expect(marked).toEqual(["<em>Couch</em>", "<em>Sofa</em> bleu"]);
      expect([body.meta.total, body.facets.status[0].count]).toEqual([2, 2]);
      expect(await found(other, "couch")).toEqual(["Couch"]);
      await tenant.admin.put("/settings/search-synonyms", {});
      await settle(tenant, state);
      expect(await found(tenant, "couch")).toEqual(["Couch"]);
    });

    test("counts by tag, and follows the tags of products", async () => {
      const { tenant, ids } = await given(named("Lampe une"), named("Lampe deux"), named("Banc"));
      for (const [at, tags] of [["Solde", "Neuf"], ["Solde"], ["Solde"]].entries()) {
        expect((await tenant.post(`/products/${ids[at]}/tags`, { names: tags })).status).toBe(200);
      }
      await settle(tenant, state);
      const facetOf = async (q: string) =>
        (await engine.app().get(tenant, `/search/facets?facets=tag${q}`)).body.facets.tag;
      const tagsOf = async (q: string) =>
        (await facetOf(q)).map(({ name, count }: { name: string; count: number }) => `${name} ${count}`);
      expect(await tagsOf("&q=lampe")).toEqual(["Solde 2", "Neuf 1"]);
      expect(await tagsOf("")).toEqual(["Solde 3", "Neuf 1"]);
      const [, fresh] = await facetOf("");
      expect(await found(tenant, "lampe", `&tag_id=${fresh.id}`)).toEqual(["Lampe une"]);
      expect(await tagsOf(`&q=lampe&tag_id=${fresh.id}`)).toEqual(["Solde 2", "Neuf 1"]);
      await tenant.put(`/products/${ids[1]}/tags`, { names: ["Neuf"] });
      await settle(tenant, state);
      expect(await tagsOf("&q=lampe")).toEqual(["Neuf 2", "Solde 1"]);
    });

    test("S20.6 a facet counts what choosing its value gives: a category with what lies below", async () => {
      const { tenant } = await given(
        named("Lampe une", { category: "Maison > Lampes > Salon" }),
        named("Lampe deux", { category: "Maison > Lampes", status: "inactive" }),
        named("Lampe trois", { category: "Jardin" }),
      );
      await settle(tenant, state);
      for (const q of ["q=lampe&", ""]) {
        const { body } = await engine.app().get(tenant, `/search/facets?${q}facets=category`);
        expect(countsOf(body.facets.category)).toEqual(["Lampes 2", "Maison 2", "Jardin 1", "Salon 1"]);
        for (const { id, count } of body.facets.category) {
          const chosen = await engine.app().get(tenant, `/search/products?${q}category_id=${id}`);
          expect(chosen.body.meta.total).toBe(count);
        }
      }
      const { body: listed } = await tenant.post("/products/search", { facets: ["category"] });
      expect(countsOf(listed.facets.category)).toEqual(["Lampes 2", "Maison 2", "Jardin 1", "Salon 1"]);
    });

    test("S20.6 the facet of statuses leaves out its own filter and no other: not is_active", async () => {
      const { tenant } = await given(named("Lampe une"), named("Lampe deux", { status: "inactive" }));
      await settle(tenant, state);
      for (const q of ["q=lampe&", ""]) {
        const { body } = await engine
          .app()
          .get(tenant, `/search/facets?${q}facets=status&is_active=true&status=inactive`);
        expect(countsOf(body.facets.status)).toEqual(["active 1"]);
      }
      const filters = { is_active: true, status: ["inactive"] };
      const { body: listed } = await tenant.post("/products/search", { filters, facets: ["status"] });
      expect(countsOf(listed.facets.status)).toEqual(["active 1"]);
    });

    test.each(["", "&price_max=5"])("counts by what products have now%s", async (filter) => {
      const { tenant, ids } = await given(
        named("Lampe une", { brand: "Lux", category: "Maison", priceCents: 400 }),
        named("Lampe deux", { brand: "Lux", category: "Jardin", priceCents: 500 }),
        named("Lampe trois", { brand: "Nox", category: "Jardin", priceCents: 500 }),
        named("Banc", { brand: "Lux", priceCents: 500 }),
      );
      await settle(tenant, state);
      const counts = async () => {
        const { body } = await engine.app().get(tenant, `/search/facets?q=lampe&facets=brand,category,status${filter}`);
        return Object.values<{ name: string; count: number }[]>(body.facets).map((facet) =>
          facet.map(({ name, count }) => `${name} ${count}`).toSorted(),
        );
      };
      expect(await counts()).toEqual([["Lux 2", "Nox 1"], ["Jardin 2", "Maison 1"], ["active 3"]]);
      const { body: brands } = await tenant.get("/brands?search=Nox");
      const change = { brand_id: brands.items[0].id, category_id: null, status: "inactive" };
      expect((await tenant.put(`/products/${ids[0]}`, change)).status).toBe(200);
      // Meilisearch counts what is erased until it learns of it.
      const erase = name === "libsql" ? "?permanent=true" : "";
      expect((await tenant.delete(`/products/${ids[1]}${erase}`)).status).toBe(200);
      for (const _ of ["before", "after"]) {
        expect(await counts()).toEqual([["Nox 2"], ["Jardin 1"], ["active 1", "inactive 1"]]);
        await settle(tenant, state);
      }
    });

    test("S20.8 a brand's or category's new name is found at once, and its old one is not", async () => {
      const { tenant } = await catalog(state);
      const { body: brands } = await tenant.get("/brands?search=Bosch");
      const { body: categories } = await tenant.get("/categories?search=Outillage");
      expect((await tenant.put(`/brands/${brands.items[0].id}`, { name: "Makita" })).status).toBe(200);
      expect((await tenant.put(`/categories/${categories.items[0].id}`, { name: "Machines" })).status).toBe(200);
      for (const _ of ["before", "after"]) {
        expect(await found(tenant, "makita")).toEqual(["Perceuse sans fil", "Crème brûlée"]);
        expect(await found(tenant, "machines")).toEqual(["Perceuse sans fil"]);
        expect([await found(tenant, "bosch"), await found(tenant, "outillage")]).toEqual([[], []]);
        await settle(tenant, state);
      }
    });
  });
}
