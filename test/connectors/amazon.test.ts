import { expect, test } from "bun:test";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { openEvery } from "./every-platform.ts";
import { messageFault } from "./published/amazon.ts";

const platform = MARKETPLACES.find(({ id }) => id === "amazon") ?? expect.unreachable();
const FRANCE = platform.credentials["marketplace_id"] ?? "";
const BELGIUM = "AMEN7PMS3EDWL";

interface Message {
  messageId: number;
  sku: string;
  operationType: string;
  productType: string;
  requirements?: string;
  attributes: Record<string, unknown>;
  patches: { op: string; path: string; value: unknown }[];
}

/** The messages of the feeds that were sent, by Amazon's schema of them. */
const messagesIn = (asked: readonly { method: string; path: string; text: string }[]): Message[] => {
  const feeds = asked.filter(({ method, path }) => method === "PUT" && path === "/d");
  const messages: Message[] = feeds.flatMap(({ text }) => JSON.parse(text).messages);
  expect(messages.flatMap((message) => messageFault(message))).toEqual([]);
  return messages;
};

/** A catalog with a lamp, and a connector to a seller on this machine. */
async function given({ marketplace = FRANCE, syncOptions = {}, fields = {} } = {}) {
  const credentials = { ...platform.credentials, marketplace_id: marketplace };
  const opened = await openEvery({ ...platform, credentials }, { syncOptions });
  const lampOf = { name: "Lamp", reference: "LA-1", ean: "4006381333931", price: 12.5, ...fields };
  const { body: product } = await opened.tenant.post("/products", lampOf);
  const push = async (operation = "push-products") => {
    const before = opened.shop.asked.length;
    const job = await opened.sync(operation);
    return { job, messages: messagesIn(opened.shop.asked.slice(before)) };
  };
  return { ...opened, product, push };
}

test("bullet points, weight and sizes go, and attributes that rules name; JSON is an attribute as Amazon writes it", async () => {
  const rules = [
    { target: "attributes.color", value: "Black" },
    { target: "attributes.batteries_required", value: '[{"value":false}]' },
    { target: "attributes.bullet_point.2", value: "Made in France" },
  ];
  const fields = { weight: 1.5, width: 10, height: 20, depth: 30, bullet_points: ["Warm light", "Of oak"] };
  const { push } = await given({ syncOptions: { field_map: rules }, fields });
  const { job, messages } = await push();
  expect(job).toMatchObject({ pushed: 1, errors: 0, products: [] });
  const cm = (value: number) => ({ value, unit: "centimeters" });
  expect(messages).toMatchObject([
    {
      attributes: {
        item_name: [{ value: "Lamp", language_tag: "fr_FR", marketplace_id: FRANCE }],
        item_weight: [{ value: 1.5, unit: "kilograms", marketplace_id: FRANCE }],
        item_dimensions: [{ length: cm(30), width: cm(10), height: cm(20), marketplace_id: FRANCE }],
        bullet_point: [{ value: "Warm light" }, { value: "Made in France" }],
        color: [{ value: "Black", marketplace_id: FRANCE }],
        batteries_required: [{ value: false, marketplace_id: FRANCE }],
      },
    },
  ]);
});

test("a product type is that of the mapping of a category; without one it is PRODUCT", async () => {
  const { push, tenant, path, product } = await given();
  expect((await push()).messages).toMatchObject([{ productType: "PRODUCT" }]);
  const { body: category } = await tenant.post("/categories", { name: "Lamps" });
  await tenant.put(`${path}/categories/${category.id}`, { external_id: "LIGHT_FIXTURE" });
  await tenant.patch(`/products/${product.id}`, { category_id: category.id });
  expect((await push()).messages).toMatchObject([{ productType: "LIGHT_FIXTURE", operationType: "PATCH" }]);
});

test("a new product with an ASIN is an offer of it, and its content follows only when it changes", async () => {
  const { push, tenant, product } = await given({ fields: { asin: "B0FSBH1WGZ" } });
  const [made] = (await push()).messages;
  expect(made).toMatchObject({ operationType: "UPDATE", requirements: "LISTING_OFFER_ONLY" });
  expect(Object.keys(made?.attributes ?? {}).toSorted()).toEqual([
    ...["condition_type", "fulfillment_availability", "merchant_suggested_asin", "purchasable_offer"],
  ]);
  expect((await push()).messages).toEqual([]);
  await tenant.patch(`/products/${product.id}`, { name: "Desk lamp" });
  expect((await push()).messages).toMatchObject([{ operationType: "PATCH" }]);
});

test("a marketplace of several languages gets the texts in each, by its tag", async () => {
  const { push, tenant, product } = await given({ marketplace: BELGIUM });
  await tenant.put(`/products/${product.id}/content-variants/nl`, { title: "Lamp van eik" });
  const [{ attributes } = { attributes: {} }] = (await push()).messages;
  expect(attributes).toMatchObject({
    item_name: [
      { value: "Lamp", language_tag: "fr_BE", marketplace_id: BELGIUM },
      { value: "Lamp van eik", language_tag: "nl_BE", marketplace_id: BELGIUM },
    ],
  });
});

test("a price of another currency than the marketplace's is not sent, and said", async () => {
  const { push } = await given({ marketplace: "A1F83G8C2ARO7P" });
  const { job, messages } = await push();
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining("GBP") }]);
  expect(JSON.stringify(messages)).not.toContain("purchasable_offer");
});

test("pictures that are no longer here leave their places, and one for which there is none is said", async () => {
  const { push, shop } = await openPlatform(platform);
  const images = (count: number) =>
    Array.from({ length: count }, (_, place) => picture(`https://images.example/${place}.jpg`));
  expect(await push([lamp("A", { images: images(11) })])).toMatchObject([
    { remarks: ["The last 2 of its pictures were not sent: Amazon takes 9"] },
  ]);
  const before = shop.asked.length;
  await push([lamp("A", { externalId: "A", images: images(7) })]);
  const [{ patches } = { patches: [] }] = messagesIn(shop.asked.slice(before));
  expect(patches.filter(({ op }) => op === "delete")).toEqual(
    [7, 8].map((place) => ({
      ...{
        op: "delete",
        path: `/attributes/other_product_image_locator_${place}`,
        value: [{ marketplace_id: FRANCE }],
      },
    })),
  );
  await push([lamp("A", { externalId: "A", images: images(7), hasImages: true })]);
  expect(JSON.stringify(messagesIn(shop.asked).at(-1))).not.toContain("image_locator");
});

test("whether refused listings are still there is asked twenty at a time", async () => {
  const { push, shop } = await openPlatform(platform);
  const gone = Array.from({ length: 45 }, (_, place) => lamp(`G-${place}`, { externalId: `G-${place}` }));
  const outcomes = await push(gone, "stock");
  expect(outcomes.every((each) => "error" in each && each.isMissing === true)).toBe(true);
  expect(shop.asked.filter(({ path }) => path.includes("/listings/2021-08-01/items/"))).toHaveLength(3);
});
