import { body, of, PRODUCT } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const ADDRESS = { address_id: "{createCompetitorAddress.id}" };

export const competitors = testFamily({
  behind: ["price-monitor"],
  seed: {
    make: async ({ tenant, canary, ids: { product_id: product, competitor_id: competitor } }) => {
      const { body: made } = await tenant.post("/prices/addresses", {
        product_id: product,
        competitor_id: competitor,
        url: `https://shop.example/entered/${encodeURIComponent(canary)}`,
      });
      return { address_id: made.id };
    },
  },
  silent: {
    because: "where and how competitors are looked at; no price of ours changes",
    operations: [
      ...["createCompetitorAddress", "updateCompetitorAddress", "deleteCompetitorAddress"],
      ...["mergeCompetitors", "splitCompetitor", "testCompetitorPage"],
    ],
  },
  examples: [
    [
      "createCompetitorAddress",
      body({ ...PRODUCT, competitor_id: "{createCompetitor.id}", url: "https://bigshop.example/p/1" }),
    ],
    ["updateCompetitorAddress", of(ADDRESS, { is_paused: true })],
    [
      "testCompetitorPage",
      of(
        { competitor_id: "{createCompetitor.id}" },
        { url: "https://bigshop.example/p/1", page_rules: { price: { css: "#price .amount" } } },
      ),
    ],
    [
      "splitCompetitor",
      of({ competitor_id: "{createCompetitor.id}" }, { domain: "outlet.bigshop.example", name: "Big Shop Outlet" }),
    ],
  ],
  apart: [
    ["mergeCompetitors", of({ competitor_id: "{createCompetitor.id}" }, { competitor_id: "{createCompetitor.id}" })],
  ],
  // Who is being merged or split cannot be again.
  anew: { mergeCompetitors: ["createCompetitor"], splitCompetitor: ["createCompetitor"] },
  unique: { createCompetitorAddress: ["body/url"], splitCompetitor: ["body/domain", "body/name"] },
  sources: { address_id: ADDRESS.address_id },
  lasting: { because: "entered by people", tables: ["competitor_address"] },
});
