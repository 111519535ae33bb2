import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { AMOUNT, expectToMeet, type Item, type Received, URL_FORM } from "./asked.ts";
import { schemaFaults } from "./bmecat-schema.ts";
import { fetchFeed, givenShop, makeFeed } from "./given.ts";
import { allOf, type Element, readXml, textsOf } from "./read-xml.ts";

/** The file of a feed of a type, with the shop that it is of. */
async function fileOf(type: string, more: object = {}) {
  const shop = await givenShop();
  const { url } = await makeFeed(shop, type, more);
  const { status, text } = await fetchFeed(url);
  expect(status).toBe(200);
  return { shop, text };
}

// https://support.google.com/merchants/answer/7052112
const GOOGLE: Received = {
  required: ["id", "title", "description", "link", "image_link", "availability", "price"],
  forms: {
    link: URL_FORM,
    image_link: URL_FORM,
    availability: /^(in_stock|out_of_stock|preorder|backorder)$/,
    price: /^\d+\.\d{2} [A-Z]{3}$/,
    gtin: /^(\d{8}|\d{12,14})$/,
    condition: /^(new|refurbished|used)$/,
  },
  longest: { id: 50, title: 150, description: 5_000, brand: 70, mpn: 70 },
};
const withoutPrefix = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name.replace(/^g:/, ""), value]));

describe("feeds are as their specifications want them", () => {
  test("Google Merchant, XML: RSS 2.0 in Google's name space, a variant an item of its group", async () => {
    const { shop, text } = await fileOf("google_shopping_xml", {
      shop_name: "Our shop",
      shop_url: "https://shop.example",
    });
    const rss = readXml(text);
    expect([rss.name, rss.attributes["version"], rss.attributes["xmlns:g"]]).toEqual([
      "rss",
      "2.0",
      "http://base.google.com/ns/1.0",
    ]);
    const [channel] = rss.children;
    expect(channel?.children.slice(0, 3).map(({ name }) => name)).toEqual(["title", "link", "description"]);
    const items = allOf(rss, "item").map(textsOf).map(withoutPrefix);
    expectToMeet(items, GOOGLE);
    expect(
      items.map(({ id, item_group_id, size, gtin, availability }) => [id, item_group_id, size, gtin, availability]),
    ).toEqual([
      ["SH-S", "SH", "S", shop.eans[1] ?? "", "out_of_stock"],
      ["SH-M", "SH", "M", shop.eans[2] ?? "", "in_stock"],
    ]);
    expect(items[0]).toMatchObject({
      title: "Shirt <blue> S",
      description: "Cotton & linen",
      brand: "Acme & Co",
      price: "20.00 EUR",
    });
    expect(items[0]?.["link"]).toBe("https://shop.example/p/SH-S");
  });

  test("Google Merchant, TSV: one line an item, no tab in a value", async () => {
    const { text } = await fileOf("google_shopping_tsv");
    const [header = "", ...lines] = text.replace(/\n$/, "").split("\n");
    const names = header.split("\t");
    const items = lines.map((line) => {
      const cells = line.split("\t");
      expect(cells).toHaveLength(names.length);
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    });
    expectToMeet(items, GOOGLE);
  });

  // https://www.facebook.com/business/help/120325381656392
  test("Meta: CSV with its own words for what is on sale", async () => {
    const { text } = await fileOf("meta");
    const items: Item[] = parse(text, { columns: true });
    expectToMeet(items, {
      required: ["id", "title", "description", "availability", "condition", "price", "link", "image_link", "brand"],
      forms: { ...GOOGLE.forms, availability: /^(in stock|out of stock|available for order|discontinued)$/ },
      longest: { id: 100, title: 100, description: 5_000, brand: 100 },
    });
  });

  // https://idealo.github.io/csv-importer/en/csv
  test("idealo: CSV, images separated by semicolons", async () => {
    const { text } = await fileOf("idealo");
    const items: Item[] = parse(text, { columns: true });
    expectToMeet(items, {
      required: ["sku", "brand", "title", "categoryPath", "url", "eans", "price", "deliveryTime", "imageUrls"],
      forms: { url: URL_FORM, price: AMOUNT, eans: /^\d{13}$/ },
    });
    expect(String(items[0]?.["imageUrls"]).split(";")).toHaveLength(2);
  });

  // https://www.kelkoogroup.com/kelkoo-customer-service/support-for-merchants/shopping-guides/product-data-feed/
  test("Kelkoo: tab-separated, availability by number", async () => {
    const shop = await givenShop();
    const { url } = await makeFeed(shop, "kelkoo", { filters: { category: "Clothes" } });
    const items: Item[] = parse((await fetchFeed(url)).text, { columns: true, delimiter: "\t", quote: null });
    expectToMeet(items, {
      required: ["offer-id", "title", "product-url", "landing-page-url", "price", "merchant-category", "availability"],
      forms: { "product-url": URL_FORM, price: AMOUNT, availability: /^[1-6]$/, "image-url": URL_FORM },
      longest: { title: 80, description: 300 },
    });
  });

  // https://heureka.github.io/xml-feed-specs
  test("Heureka: SHOP of SHOPITEM, a path of categories with bars, parameters with their values", async () => {
    const { text } = await fileOf("heureka", { columns: [{ name: "DELIVERY", value: "PPL:99:149" }] });
    const shop = readXml(text);
    expect(shop.name).toBe("SHOP");
    const items = allOf(shop, "SHOPITEM").map(textsOf);
    expectToMeet(items, {
      required: ["ITEM_ID", "PRODUCTNAME", "URL", "IMGURL", "PRICE_VAT", "CATEGORYTEXT", "DELIVERY_DATE"],
      forms: { ITEM_ID: /^[\w-]{1,36}$/, URL: URL_FORM, PRICE_VAT: AMOUNT, EAN: /^\d{13}$/, DELIVERY_DATE: /^\d+$/ },
      longest: { PRODUCTNAME: 200, URL: 300, IMGURL: 255, CATEGORYTEXT: 255 },
    });
    expect(items[0]?.["CATEGORYTEXT"]).toBe("Clothes | Shirts");
    // What is not there has no DELIVERY_DATE, which is required.
    expect(items.map((item) => item["ITEM_ID"])).toEqual(["SH-M"]);
    expect(items[0]).toMatchObject({ VAT: "20" });
    const [way] = allOf(shop, "DELIVERY");
    expect(way && textsOf(way)).toEqual({ DELIVERY_ID: "PPL", DELIVERY_PRICE: "99", DELIVERY_PRICE_COD: "149" });
    const params = allOf(allOf(shop, "SHOPITEM")[0] as Element, "PARAM").map(textsOf);
    expect(params).toEqual([
      { PARAM_NAME: "Fabric", VAL: "cotton" },
      { PARAM_NAME: "Size", VAL: "M" },
    ]);
  });

  // BMEcat 2005: https://www.bme.de/services/bmecat/
  test("BMEcat 2005: a new catalog, each element where the schema has it", async () => {
    const { shop, text } = await fileOf("bmecat_2005", { shop_name: "Our shop", language: "fr" });
    const catalog = readXml(text);
    expect([catalog.name, catalog.attributes["version"], catalog.attributes["xmlns"]]).toEqual([
      "BMECAT",
      "2005",
      "http://www.bmecat.org/bmecat/2005fd",
    ]);
    expect(schemaFaults(catalog)).toEqual([]);
    expect(allOf(catalog, "LANGUAGE")[0]?.text).toBe("fra");
    const products = allOf(catalog, "PRODUCT");
    expect(products.map((product) => product.children[0]?.text)).toEqual(["SH-S", "SH-M", "PEN"]);
    const [first] = products;
    expect(first && textsOf(allOf(first, "PRODUCT_PRICE")[0] as Element)).toEqual({
      ...{ PRICE_AMOUNT: "20.00", PRICE_CURRENCY: "EUR", TAX: "0.2", LOWER_BOUND: "1" },
    });
    expect(first && allOf(first, "INTERNATIONAL_PID")[0]?.text).toBe(shop.eans[1] ?? "");
    // The schema knows no kind for PNG: it is left out.
    expect(first && allOf(first, "MIME").map(({ children }) => children.map(({ name }) => name))).toEqual([
      ["MIME_SOURCE", "MIME_PURPOSE"],
      ["MIME_SOURCE", "MIME_PURPOSE"],
    ]);
  });

  test("BMEcat 2005: texts that are too long are cut or reported, and what the schema refuses is found", async () => {
    const shop = await givenShop();
    const columns = [{ name: "FEATURE", value: `${"n".repeat(80)}=${"v".repeat(80)}` }];
    const { url } = await makeFeed(shop, "bmecat_2005", { shop_name: "S".repeat(100), columns });
    const catalog = readXml((await fetchFeed(url)).text);
    expect(schemaFaults(catalog)).toEqual([]);
    const [price] = allOf(catalog, "PRODUCT_PRICE");
    price?.children.reverse();
    expect(schemaFaults(catalog)).toHaveLength(1);
  });

  // https://schema.org/Product, https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
  test("schema.org: a graph of products with their offers", async () => {
    const { shop, text } = await fileOf("schema_org");
    const document = JSON.parse(text);
    expect(document["@context"]).toBe("https://schema.org");
    expect(document["@graph"]).toHaveLength(2);
    for (const product of document["@graph"]) {
      expect(product).toMatchObject({ "@type": "Product", brand: { "@type": "Brand", name: "Acme & Co" } });
      expect(product.image).toHaveLength(2);
      expect(product.offers).toMatchObject({ "@type": "Offer", price: "20.00", priceCurrency: "EUR" });
      expect(product.offers.availability).toMatch(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/);
    }
    expect(document["@graph"][1]).toMatchObject({ sku: "SH-M", gtin: shop.eans[2] ?? "", size: "M" });
  });

  // https://sellercentral.amazon.com/help/hub/reference/G1641
  test("Amazon: three rows of names, children below their parent", async () => {
    const { text } = await fileOf("amazon", { leave_out_incomplete: false });
    const [template = "", labels = "", ...rest] = text.trimEnd().split("\n");
    expect(template).toMatch(/^TemplateType=\w+\tVersion=[\d.]+$/);
    const items: Record<string, string>[] = parse(rest.join("\n"), { columns: true, delimiter: "\t", quote: null });
    expect(labels.split("\t")).toHaveLength(Object.keys(items[0] ?? {}).length);
    expect(
      items.map((item) => [item["item_sku"], item["parent_child"], item["parent_sku"], item["relationship_type"]]),
    ).toEqual([
      ["SH", "parent", "", ""],
      ["SH-S", "child", "SH", "variation"],
      ["SH-M", "child", "SH", "variation"],
      ["PEN", "", "", ""],
    ]);
    expect(items[0]).toMatchObject({
      brand_name: "Acme & Co",
      bullet_point1: "soft",
      bullet_point2: "light",
      bullet_point3: "",
    });
    expect(items[1]).toMatchObject({
      external_product_id_type: "EAN",
      size_name: "S",
      standard_price: "20.00",
      quantity: "0",
    });
  });

  test("plain XML: elements called as the columns are, with any names", async () => {
    const columns = [{ name: "2nd name!", value: "a < b & c" }];
    const { text } = await fileOf("xml", { columns });
    const products = allOf(readXml(text), "product").map(textsOf);
    expect(products).toHaveLength(3);
    expect(products[0]).toMatchObject({ sku: "SH-S", parent_sku: "SH", price: "20.00", _2nd_name_: "a < b & c" });
    expect(products[0]?.["image"]).toHaveLength(2);
  });
});
