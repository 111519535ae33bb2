import { describe, expect, test } from "bun:test";
import { given } from "../products/given.ts";
import { type Engine, named, STATES, searching } from "./searching.ts";

/** How both engines must rank hits, read measures and forgive typos. */
export function describeRanking(name: string, engine: Engine): void {
  const { found, settle } = searching(engine);

  describe.each(STATES)(`the ranking of ${name}, %s`, (state) => {
    const table: [string, string, string[]][] = [
      ["whole words before beginnings of words", "ham", ["Ham on Rye", "Hamburger Helper"]],
      [
        "the title that is typed, then those that begin so, then those that have it",
        "green lamp",
        ["Green lamp", "Green lamp of glass", "Old green lamp", "Green oak and a lamp"],
      ],
      [
        "words in their order before scattered ones, also with the last word begun",
        "vitamine d",
        ["Vitamine D3 bon", "Cacit vitamine D3", "Vitamine K avec vitamine B et D"],
      ],
      [
        "words in order in another number before scattered ones as they are typed",
        "comprimés effervescents",
        [
          "Deux comprimés effervescents",
          "Comprimé effervescent sécable",
          "Actron comprimé effervescent",
          "Comprimé pelliculé et granulés effervescents",
        ],
      ],
      ["plurals as typed before singulars", "gâteaux", ["Vieux gâteaux", "Gâteau", "Mon gâteau"]],
      ["also in the middle", "schraube edelstahl", ["Schrauben Edelstahl", "Edelstahl Schrauben"]],
      ["words in the title before the brand, and that before other texts", "lux", ["Lampe Lux", "Banc", "Table"]],
    ];
    test.each(table)("S20.7 %s", async (_, q, titles) => {
      // The last comes first where only the order of making decides.
      const texts: Record<string, object> = { Banc: { brand: "Lux" }, Table: { description: "lux et calme" } };
      const { tenant } = await given(...titles.toReversed().map((title) => named(title, texts[title])));
      await settle(tenant, state);
      expect(await found(tenant, q)).toEqual(titles);
    });

    test.each([
      ["starwars", "Jeu Star Wars"],
      ["broetchen", "Baguette Brötchen"],
      ["Brötchen", "Baguette Broetchen"],
      ["lampes", "Lampe"],
      ["gâteaux", "Gâteau"],
    ])("S20.7 %s before a misspelt word: %s", async (q, title) => {
      const others = ["Star wart", "Stargars", "Bretchen", "Brotchin", "Lamper", "Gateaur", "Starwarts"];
      const { tenant } = await given(...others.map((each) => named(each)), named(title));
      await settle(tenant, state);
      expect((await found(tenant, q))[0]).toBe(title);
      const { body } = await engine.app().get(tenant, `/search/products?q=${encodeURIComponent(q)}`);
      expect(body.did_you_mean).toBeNull();
    });

    test.each([
      ["Zirop 500 mg", ["zirop 500mg", "zirop 500 mg", "500MG zirop", "zirop 500"]],
      ["Couteau 20cm", ["couteau 20 cm", "couteau 20cm", "20 cm couteau"]],
      ["Woda 1,5l", ["woda 1.5 l", "woda 1,5 l", "woda 1.5l"]],
      ["Coca 6x33 cl", ["coca 6 x 33cl", "coca 6x33cl", "coca 33 cl"]],
    ])("measures are the same with and without a space: %s", async (title, queries) => {
      const { tenant } = await given(named(title), named("Banc"));
      await settle(tenant, state);
      for (const q of queries) {
        expect([q, await found(tenant, q)]).toEqual([q, [title]]);
        const { body } = await engine.app().get(tenant, `/search/suggest?q=${encodeURIComponent(q)}`);
        expect([q, body.suggestions.map(({ text }: { text: string }) => text)]).toEqual([q, [title]]);
      }
    });

    test("a measure is marked however it is written", async () => {
      const { tenant } = await given(named("Zirop 500mg fort"));
      await settle(tenant, state);
      const { body } = await engine.app().get(tenant, "/search/products?q=zirop%20500%20mg");
      expect(body.items[0].highlights.title).toBe("<em>Zirop</em> <em>500</em><em>mg</em> fort");
    });

    test("D2-185 a typo in the last word is found however many words begin nearly so", async () => {
      const others = Array.from({ length: 60 }, (_, at) => named(`Met${"abcdefghij"[at % 10]}${at} come${at}`));
      const { tenant } = await given(...others, named("Cosmic Comet"));
      await settle(tenant, state);
      const request = async (q: string) =>
        (await engine.app().get(tenant, `/search/products?q=${encodeURIComponent(q)}`)).body;
      for (const q of ["cosmic cmet", "cmet cosmic"]) {
        const { items, did_you_mean: meant } = await request(q);
        expect(items.map(({ title }: { title: string }) => title)).toEqual(["Cosmic Comet"]);
        expect(meant.split(" ").toSorted()).toEqual(["comet", "cosmic"]);
      }
    });

    test("did_you_mean leaves words that occur as they are, and says nothing where it cannot", async () => {
      const { tenant } = await given(named("Coriander mango"), named("Commander"), named("Roman commander"));
      await settle(tenant, state);
      const meant = async (q: string) =>
        (await engine.app().get(tenant, `/search/products?q=${encodeURIComponent(q)}`)).body.did_you_mean;
      expect(await meant("commander romn")).toBe("commander roman");
      expect(await meant("commander mamgo")).toBeNull();
    });
  });
}
