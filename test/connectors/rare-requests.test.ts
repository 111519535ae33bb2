import { expect, test } from "bun:test";
import { lamp, picture, variedLamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { squarespaceSite } from "../doubles/squarespace-site.ts";
import { FORMATS } from "../media/images.ts";

/* Requests that no ordinary day makes: their doubles judge each body by the platform's published description. */

const platformOf = (id: string) =>
  [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((each) => each.id === id) ?? expect.unreachable();

/** A Squarespace site that keeps what it is sent, and pictures for it. */
async function openSite() {
  const site = squarespaceSite();
  const image = { headers: { "content-type": "image/png" }, bytes: FORMATS["image/png"](4, 4) };
  const answer = () => (call: Call) => (call.host === "images.example" ? image : site.reply(call));
  const opened = await openPlatform({ ...platformOf("squarespace"), answer });
  const shown = () => [...site.products.values()][0] ?? expect.unreachable();
  return { ...opened, site, shown };
}

test("S31.2 Squarespace takes texts for search engines by a change alone: a new product gets them after it was made", async () => {
  const { push, shop, shown } = await openSite();
  const item = lamp("SKU-1", { seoTitle: "Bright lamp", seoDescription: "Light" });
  const [made] = await push([item]);
  expect(made).toMatchObject({ externalId: shown().id });
  expect(made).not.toHaveProperty("remarks");
  const seoOptions = { title: "Bright lamp", description: "Light" };
  expect(shown()).toMatchObject({ name: "Lamp SKU-1", seoOptions });
  const written = shop.asked.filter(({ method, path }) => method === "POST" && path.startsWith("/v2/"));
  expect(written.map(({ text }) => "seoOptions" in JSON.parse(text))).toEqual([false, true]);
});

test("S31.2 a product whose texts for search engines are refused is there, and the next push gives them", async () => {
  const { shown, site } = await openSite();
  const fault: Fault = {
    when: ({ route, text }) => /^POST .*\/products\/\w+$/.test(route) && text.includes("seoOptions"),
    reply: () => ({ status: 400, json: { type: "INVALID_REQUEST_ERROR", message: "no" } }),
    times: 1,
  };
  const { push } = await openPlatform({ ...platformOf("squarespace"), answer: () => site.reply }, fault);
  const item = lamp("SKU-1", { seoTitle: "Bright lamp" });
  const [made] = await push([item]);
  expect(made).toMatchObject({ externalId: shown().id, remarks: [expect.stringContaining("search engines")] });
  expect(made).toHaveProperty("lacks");
  await push([{ ...item, externalId: shown().id, externalItemId: shown().variants[0]?.id ?? null }]);
  expect(shown()).toMatchObject({ seoOptions: { title: "Bright lamp" } });
});

test("S31.2 Squarespace's variants get their pictures, and a new one without a price is named", async () => {
  const { push, shop, shown } = await openSite();
  const item = variedLamp("SKU-1");
  const [made = expect.unreachable()] = await push([item]);
  const assigned = shop.asked.filter(({ path }) => /\/variants\/\w+\/image$/.test(path));
  expect(assigned).toHaveLength(2);
  expect(shown().variants.map(({ image }) => image?.id)).toEqual(shown().images.map(({ id }) => id));
  const { externalId = "", parts = item.parts } = "externalId" in made ? made : expect.unreachable();
  const [one = expect.unreachable()] = item.variants;
  const larger = { ...one, variantId: "variant-L", sku: "SKU-1-L", options: { Size: "L" }, priceCents: null };
  const options = [{ name: "Size", values: ["S", "M", "L"] }];
  const variants = [...item.variants, larger].map((each) => ({
    ...each,
    externalId: parts.variants[each.variantId] ?? null,
  }));
  const [changed] = await push([{ ...item, externalId, parts, options, variants }]);
  expect(changed).toMatchObject({ lacks: "variants", remarks: ["The variant SKU-1-L: It has no price"] });
  expect(shown().variants).toHaveLength(2);
});

test("S31.2 BigCommerce: pictures go alone where one of them cannot be had, and an option that is new is made", async () => {
  const { push, shop } = await openPlatform(platformOf("bigcommerce"), {
    when: ({ text }) => text.includes("lost.png"),
    reply: () => ({ status: 422, json: { title: "The image could not be fetched" } }),
  });
  const images = ["front", "lost"].map((name) => picture(`https://images.example/${name}.png`));
  const item = variedLamp("SKU-1", { images });
  const [made = expect.unreachable()] = await push([item]);
  expect(made).toMatchObject({ remarks: [expect.stringContaining("lost.png was not taken")] });
  const count = (end: RegExp) => shop.asked.filter(({ method, path }) => method === "POST" && end.test(path)).length;
  expect(count(/\/products\/\d+\/images$/)).toBe(2);
  const { externalId = "", parts = item.parts } = "externalId" in made ? made : expect.unreachable();
  const options = [...item.options, { name: "Color", values: ["Red"] }];
  const variants = item.variants.map((each) => ({
    ...each,
    externalId: parts.variants[each.variantId] ?? null,
    options: { ...each.options, Color: "Red" },
  }));
  const [changed] = await push([{ ...item, externalId, parts, options, variants }]);
  expect(changed).toMatchObject({ externalId });
  expect(count(/\/products\/\d+\/options$/)).toBe(1);
});

test("S31.2 Mirakl: each product has the error that either report of an import of products has for it", async () => {
  const report = (line: string) => ({ text: `line;error-message;sku\n${line}` });
  const answers: Record<string, object> = {
    "GET /api/products/imports/1": {
      json: { import_status: "SENT", has_transformation_error_report: true, has_error_report: true },
    },
    "GET /api/products/imports/1/transformation_error_report": report('1;"No category";"SKU-1"\n'),
    "GET /api/products/imports/1/error_report": report('2;"Unknown EAN";"SKU-2"\n'),
  };
  const { push, shop } = await openPlatform(platformOf("mirakl"), {
    when: ({ route }) => route in answers,
    reply: ({ route }) => answers[route] ?? null,
  });
  const outcomes = await push(["SKU-1", "SKU-2"].map((sku) => lamp(sku)));
  expect(JSON.stringify(outcomes[0])).toContain("No category");
  expect(JSON.stringify(outcomes[1])).toContain("Unknown EAN");
  expect(shop.asked.filter(({ path }) => path.endsWith("_report"))).toHaveLength(2);
});
