import { describe, expect, test } from "bun:test";
import { PLATFORMS } from "../../src/connectors/engine/adapters.ts";
import { SOURCES, type Source } from "../../src/connectors/engine/fields.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** A value of each field that nothing else of a request holds. */
const TOLD: Partial<Record<Source, string>> = {
  ean: "4006381333931",
  name: "Nameword",
  description: "Descriptionword",
  short_description: "Shortword",
  brand: "Brandword",
  tags: "Tagword",
  weight: "7.25",
  compare_at_price: "77.77",
  seo_title: "Seotitleword",
  seo_description: "Seodescriptionword",
  images: "https://images.example/imageword.png",
};
const item = () =>
  lamp("SKU-77", {
    title: "Nameword",
    description: "<p>Descriptionword</p>",
    shortDescription: "Shortword",
    brand: "Brandword",
    tags: ["Tagword"],
    weight: 7.25,
    priceCents: 4_000,
    compareAtPriceCents: 7_777,
    seoTitle: "Seotitleword",
    seoDescription: "Seodescriptionword",
    images: [picture("https://images.example/imageword.png")],
  });

/** What doubles do not take: pictures as files, terms with routes of their own. The runs against real shops have them. */
const ELSEWHERE: Partial<Record<string, Source>> = {
  prestashop: "images",
  magento: "images",
  squarespace: "images",
  woocommerce: "tags",
};

describe("a field map lists what is sent, and nothing else", () => {
  test.each([...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].map((platform) => [platform.id, platform] as const))(
    "%s",
    async (id, double) => {
      const { push, shop } = await openPlatform(double);
      const told = id === "squarespace" ? { ...item(), images: [] } : item();
      const [made] = await push([told]);
      // Some are sent prices apart.
      if (made && "externalId" in made) await push([{ ...told, ...made }], "prices");
      const sent = shop.asked
        .filter(({ method }) => method !== "GET")
        .map(({ text }) => text)
        .join("\n");
      const { fields } = PLATFORMS.find((platform) => platform.id === id) ?? expect.unreachable();
      const among = SOURCES.filter((source) => TOLD[source] !== undefined);
      const looked = among.filter((source) => source !== ELSEWHERE[id]);
      const reported = looked.filter((source) => sent.includes(TOLD[source] ?? ""));
      expect(reported).toEqual(looked.filter((source) => fields[source] !== undefined));
    },
  );

  test("images and categories are capabilities only of those that send them", () => {
    for (const { capabilities, fields } of PLATFORMS) {
      if (capabilities.includes("push_images")) expect(fields.images).toBeString();
      if (capabilities.includes("push_categories")) expect(fields.category).toBeString();
    }
  });
});

describe("own rules of a connector", () => {
  const given = async (syncOptions: object) => {
    const shop = await openWooCommerce();
    const tenant = await newTenant();
    const sent = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials, sync_options: syncOptions };
    return { shop, tenant, answer: await tenant.post("/connectors", withTax(sent)) };
  };

  test("take the place of the platform's field map: a template, a constant, an attribute", async () => {
    const { shop, tenant, answer } = await given({
      field_map: [
        { target: "short_description", template: "{brand} {title}" },
        { target: "attributes.Wood", field: "attributes.Wood" },
        { target: "meta_data.origin", value: "catalog" },
      ],
      push_fields: ["name", "reference", "short_description", "attributes"],
    });
    const { body: brand } = await tenant.post("/brands", { name: "Oakline" });
    await tenant.post("/products", { name: "Chair", price: 12, brand_id: brand.id, attributes: { Wood: "oak" } });
    await tenant.post(`/connectors/${answer.body.id}/sync/push-products`);
    await runJobs();
    const [made = {}] = shop.products.values();
    expect(made).toMatchObject({
      name: "Chair",
      short_description: "Oakline Chair",
      attributes: [{ name: "Wood", options: ["oak"] }],
      meta_data: [{ key: "origin", value: "catalog" }],
    });
    expect(made).not.toHaveProperty("description");
    expect(made).not.toHaveProperty("regular_price");
  });

  test.each([
    [{ target: "nothing", value: "x" }, "sync_options.field_map.0.target"],
    // It would be sent to no field of the shop.
    [{ target: "nothing.below", value: "x" }, "sync_options.field_map.0.target"],
    [{ target: "attributes.", value: "x" }, "sync_options.field_map.0.target"],
    [{ target: "name", template: "{nothing}" }, "sync_options.field_map.0.template"],
    [{ target: "name", field: "title", value: "x" }, "sync_options.field_map.0.field"],
  ])("%j is refused by name", async (rule, field) => {
    const { answer } = await given({ field_map: [rule] });
    expect([answer.status, answer.body.error?.details[0]?.field]).toEqual([422, field]);
  });
});
