import { describe, expect, test } from "bun:test";
import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { priceTermsOf } from "../../src/connectors/engine/price-terms.ts";
import { contentOptionsOf } from "../../src/connectors/engine/push/content-options.ts";
import { planContent } from "../../src/connectors/engine/push/content-rules.ts";
import { publicOrigin } from "../../src/connectors/engine/shop/shop-webhook.ts";
import { itemsOf } from "../../workers/connectors/push-items.ts";
import { newTenant, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { FORMATS, formOf } from "../media/images.ts";

const LANGUAGES = { pivot: "fr", enabled: ["fr", "en", "de"] };

/** A product with everything, and how a connector with these options sends it. */
async function given(syncOptions: Record<string, unknown> = {}, apiUrl?: string) {
  const tenant = await newTenant();
  const { body: parent } = await tenant.post("/categories", { name: "Maison" });
  const { body: category } = await tenant.post("/categories", { name: "Chaises", parent_id: parent.id });
  const { body: brand } = await tenant.post("/brands", { name: "Oakline" });
  const { body: product } = await tenant.post("/products", {
    name: "Chaise",
    reference: `REF-${tenant.id}`,
    description: "<p>Chêne</p>",
    short_description: "Chêne",
    seo_title: "Chaise en chêne",
    category_id: category.id,
    brand_id: brand.id,
    price: 15,
    weight: 4.5,
    width: 40,
    height: 90,
    depth: 45,
    attributes: { Wood: "oak" },
  });
  const upload = (file: Buffer, title: string) =>
    tenant.post(`/products/${product.id}/media/upload`, formOf(file, { title, alt_text: title }));
  await upload(SMALL, "One");
  await upload(FORMATS["image/png"](30, 10), "Two");
  const place = (platformId: string) => {
    const options = contentOptionsOf({ syncOptions });
    const platform = findPlatform(platformId) ?? expect.unreachable();
    const plan = planContent(platform, options, LANGUAGES, { languages: options.languages ?? [], origin: "" });
    const prices = priceTermsOf({ syncOptions, shopPriceTax: "included" }, platform);
    return {
      platformId,
      options,
      plan,
      prices,
      rulesCategory: false,
      stockOwner: "catalog" as const,
      comparesLevels: true,
    };
  };
  const stored: PushedProduct = {
    ...{
      rowId: 1,
      id: product.id,
      priceCents: 1_500,
      taxRate: null,
      extra: {},
      titleKey: "",
      imageUrl: null,
      stock: 3,
      status: "active",
      workflowStatus: "draft",
    },
    ...{ externalId: null, externalItemId: null, updatedAtUs: 1, sent: null, parts: null, pulledUs: 1 },
    isDoubtful: false,
    isHidden: false,
    deletedAtMs: null,
    reference: null,
  };
  const config = { ...services.config, apiUrl };
  const connectorId = "00000000-0000-4000-8000-000000000001";
  const context = { db: services.reader(tenant.id), services: { ...services, config }, connectorId };
  const item = async (platformId = "woocommerce") =>
    (await itemsOf([stored], place(platformId), context))[0] ?? expect.unreachable();
  return { tenant, product, item };
}

describe("what is sent of a product", () => {
  test("is all of it: codes, texts, its category with those above it, brand, sizes", async () => {
    const { item, product } = await given();
    expect(await item()).toMatchObject({
      sku: product.reference,
      title: "Chaise",
      description: "<p>Chêne</p>",
      shortDescription: "Chêne",
      seoTitle: "Chaise en chêne",
      categoryPath: ["Maison", "Chaises"],
      category: "Chaises",
      brand: "Oakline",
      priceCents: 1_500,
      ...{ weight: 4.5, length: 45, width: 40, height: 90 },
    });
  });

  test("is its pictures in their order, at the address of this service", async () => {
    const { images } = await (await given({}, "https://pim.example")).item();
    expect(images).toMatchObject([
      { url: expect.stringMatching(/^https:\/\/pim\.example\/api\/v1\/media\//), alt: "One" },
      { url: expect.stringMatching(/^https:\/\/pim\.example\/api\/v1\/media\//), alt: "Two" },
    ]);
    const without = await (await given()).item();
    expect(without.images).toMatchObject([
      { url: null, file: { contentType: "image/png" } },
      { url: null, file: {} },
    ]);
  });

  test("is its variants with what they differ in, at their own prices", async () => {
    const { tenant, product, item } = await given();
    await tenant.post(`/products/${product.id}/variants/bulk`, {
      variants: [
        { sku: `${tenant.id}-S`, option_values: { Taille: "S" }, price: 14, compare_at_price: 20, stock: 2 },
        { sku: `${tenant.id}-M`, option_values: { Taille: "M" }, stock: 5 },
      ],
    });
    const { options, variants } = await item();
    expect(options).toEqual([{ name: "Taille", values: ["S", "M"] }]);
    expect(variants).toMatchObject([
      { sku: `${tenant.id}-S`, priceCents: 1_400, compareAtPriceCents: 2_000, stock: 2, weight: 4.5 },
      { sku: `${tenant.id}-M`, priceCents: 1_500, compareAtPriceCents: null, stock: 5 },
    ]);
  });

  test("is in the connector's languages: what its entity says, then the language, then the product's own", async () => {
    const options: Record<string, unknown> = { language: "en", languages: ["de"] };
    const { tenant, product, item } = await given(options);
    const texts = `/products/${product.id}/content-variants`;
    await tenant.put(`${texts}/en`, { title: "Chair", short_description: "Oak" });
    await tenant.put(`${texts}/de`, { title: "Stuhl" });
    const { body: entity } = await tenant.post("/entities", { name: "Shop", code: "shop", type: "channel" });
    await tenant.put(`/products/${product.id}/entities/${entity.id}`, { short_description_override: "Oak of ours" });
    const said = { language: "en", title: "Chair", description: "<p>Chêne</p>" };
    const translations = { de: { title: "Stuhl", description: "", shortDescription: "" } };
    expect(await item()).toMatchObject({ ...said, shortDescription: "Oak", translations });
    options["entity_id"] = entity.id;
    expect(await item()).toMatchObject({ ...said, shortDescription: "Oak of ours", translations });
  });

  test("takes the address of the web application where the service has none of its own", () => {
    expect(publicOrigin({ apiUrl: undefined, publicUrl: "https://app.example/" })).toBe("https://app.example");
    expect(publicOrigin({ apiUrl: "https://pim.example", publicUrl: "https://app.example" })).toBe(
      "https://pim.example",
    );
    expect(publicOrigin({ apiUrl: undefined, publicUrl: "not an address" })).toBeNull();
  });
});
