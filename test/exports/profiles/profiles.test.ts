import { describe, expect, test } from "bun:test";
import { newTenant } from "../../harness.ts";
import { SMALL } from "../../media/given-images.ts";
import { FORMATS, formOf } from "../../media/images.ts";
import { bytesAt, exportAs, readRecords } from "../export-file.ts";
import { givenCatalog, made, rowsBy } from "./given.ts";

const col = (name: string, more: object) => ({ name, ...more });

describe("the rows of a profile", () => {
  test("columns are renamed, fixed, computed, replaced, changed and cut, in their order", async () => {
    const { tenant } = await givenCatalog();
    const rows = await rowsBy(tenant, {
      columns: [
        col("SKU", { field: "reference" }),
        col("Condition", { value: "new" }),
        col("Headline", { template: "{brand} {title}[ ({attributes.fabric})]" }),
        col("Availability", { field: "in_stock", replace: { true: "in_stock", "*": "out_of_stock" } }),
        col("Text", { field: "description", transform: "plain_text", default: "none" }),
        col("Short", { field: "title", max_length: 4 }),
        col("Fit", { field: "attributes.fit" }),
        col("Tags", { field: "tags" }),
        col("Price", { field: "price" }),
      ],
    });
    expect(rows).toEqual([
      {
        ...{ SKU: "SH", Condition: "new", Headline: "Acme Chemise (cotton)", Availability: "out_of_stock" },
        ...{ Text: "Coton & lin", Short: "Chem", Fit: "slim", Tags: "Summer", Price: "20.00" },
      },
      {
        ...{ SKU: "PEN", Condition: "new", Headline: "Stylo", Availability: "out_of_stock" },
        ...{ Text: "none", Short: "Styl", Fit: "", Tags: "", Price: "2.50" },
      },
    ]);
    expect(Object.keys(rows[0] ?? {}).slice(0, 3)).toEqual(["SKU", "Condition", "Headline"]);
  });

  test("several languages stand beside each other; one falls back to the pivot's unless it may not", async () => {
    const { tenant } = await givenCatalog();
    const columns = [
      col("T", { field: "title" }),
      col("EN", { field: "title", language: "en" }),
      col("Strict", { field: "title", language: "en", fallback: false }),
      col("Both", { template: "{title@fr} / {title@en}" }),
    ];
    expect(await rowsBy(tenant, { columns, languages: ["fr", "en"] })).toEqual([
      { T_fr: "Chemise", T_en: "Shirt", EN: "Shirt", Strict: "Shirt", Both: "Chemise / Shirt" },
      { T_fr: "Stylo", T_en: "", EN: "Stylo", Strict: "", Both: "Stylo / Stylo" },
    ]);
  });

  test("texts are those of an entity where it has its own", async () => {
    const { tenant, shirt } = await givenCatalog();
    const entity = (await made(tenant.post("/entities", { code: "shop", name: "Shop" }))).id;
    await made(tenant.put(`/products/${shirt}/content-variants/fr?entity_id=${entity}`, { title: "Chemise boutique" }));
    await made(tenant.post(`/products/${shirt}/entities/${entity}`));
    await made(tenant.put(`/products/${shirt}/entities/${entity}`, { short_description_override: "Courte" }));
    const columns = [
      col("Ours", { field: "title" }),
      col("Theirs", { field: "title", entity_id: entity }),
      col("Short", { field: "short_description", entity_id: entity }),
    ];
    expect(await rowsBy(tenant, { columns })).toEqual([
      { Ours: "Chemise", Theirs: "Chemise boutique", Short: "Courte" },
      { Ours: "Stylo", Theirs: "Stylo", Short: "" },
    ]);
  });

  test("variants are rows under their product, or flat in its place", async () => {
    const { tenant } = await givenCatalog();
    const columns = [
      col("sku", { field: "reference" }),
      col("parent", { field: "parent.reference" }),
      col("size", { field: "size" }),
      col("price", { field: "price" }),
      col("stock", { field: "stock" }),
      col("title", { field: "title" }),
      col("option", { field: "variant.options.taille" }),
      col("weight", { field: "weight" }),
    ];
    const s = {
      sku: "SH-S",
      parent: "SH",
      size: "S",
      price: "20.00",
      stock: "0",
      title: "Chemise",
      option: "S",
      weight: "0.25",
    };
    const m = {
      sku: "SH-M",
      parent: "SH",
      size: "M",
      price: "22.00",
      stock: "4",
      title: "Chemise",
      option: "M",
      weight: "0.25",
    };
    const pen = { sku: "PEN", parent: "", size: "", price: "2.50", stock: "0", title: "Stylo", option: "", weight: "" };
    const flat = await rowsBy(tenant, { columns, variants: "flat" });
    expect(flat).toEqual([s, m, pen]);
    const under = await rowsBy(tenant, { columns, variants: "under_parent" });
    expect(under.map(({ sku }) => sku)).toEqual(["SH", "SH-S", "SH-M", "PEN"]);
  });

  test("prices are of a channel or a list, and in a currency by the tenant's own rate", async () => {
    const { tenant, shirt } = await givenCatalog();
    const unrated = await tenant.post("/exports/profiles", {
      name: "X",
      columns: [col("P", { field: "price", currency: "JPY" })],
    });
    expect(unrated.status).toBe(422);
    expect(JSON.stringify(unrated.body)).toContain("columns.0.currency");
    await made(tenant.admin.put("/settings/exchange-rates", { rates: { USD: 1.1, JPY: 161.333 } }));
    const list = async (body: object, price: number) => {
      const { id } = await made(tenant.post("/price-lists", { name: "List", ...body }));
      await made(tenant.post(`/price-lists/${id}/entries`, { product_id: shirt, price }));
      return id;
    };
    const id = await list({ channel: "shop" }, 15);
    await list({ channel: "us", currency: "USD" }, 30);
    const columns = [
      col("own", { field: "price" }),
      col("shop", { field: "price", channel: "shop" }),
      col("list", { field: "price", price_list_id: id }),
      col("usd", { field: "price", currency: "USD" }),
      col("native", { field: "price", channel: "us", currency: "USD" }),
      col("yen", { field: "price", currency: "JPY" }),
      col("label", { template: "{price} {currency}", currency: "USD" }),
    ];
    expect(await rowsBy(tenant, { columns })).toEqual([
      { own: "20.00", shop: "15.00", list: "15.00", usd: "22.00", native: "30.00", yen: "3227.00", label: "22.00 USD" },
      { own: "2.50", shop: "2.50", list: "", usd: "2.75", native: "2.75", yen: "403.00", label: "2.75 USD" },
    ]);
  });

  test("images have columns of their own, in their order", async () => {
    const tenant = await newTenant();
    const { id } = await made(tenant.post("/products", { name: "Lamp" }));
    const upload = async (image: typeof SMALL) =>
      `http://localhost${(await made(tenant.post(`/products/${id}/media/upload`, formOf(image)))).url}`;
    const urls = [await upload(SMALL), await upload(FORMATS["image/png"](30, 10))];
    const columns = [col("image", { field: "images", count: 3 }), col("more", { field: "additional_images" })];
    expect(await rowsBy(tenant, { columns })).toEqual([
      { image_1: String(urls[0]), image_2: String(urls[1]), image_3: "", more: String(urls[1]) },
    ]);
  });
});

describe("where a profile is named", () => {
  const columns = [col("Name", { field: "title" }), col("Net", { field: "price" })];

  test("files, streams and previews have the same rows; filters narrow those of the profile", async () => {
    const { tenant } = await givenCatalog();
    const body = { name: "Ours", columns, filters: { price_max: 10 }, sort_by: "title" };
    const { id } = await made(tenant.post("/exports/profiles", body));
    const expected = [{ Name: "Stylo", Net: "2.50" }];
    expect(readRecords((await exportAs(tenant, "csv/products", { profile_id: id })).bytes)).toEqual(expected);
    expect(readRecords((await bytesAt(tenant, "/exports/stream/csv/products?profile=ours")).bytes)).toEqual(expected);
    const json = await exportAs(tenant, "json/products", { profile: "OURS", pretty: false });
    expect(JSON.parse(new TextDecoder().decode(json.bytes))).toEqual([{ Name: "Stylo", Net: 2.5 }]);
    expect(await made(tenant.get(`/exports/profiles/${id}/preview`))).toEqual({
      columns: ["Name", "Net"],
      rows: expected,
    });
    const narrowed = await exportAs(tenant, "csv/products", { profile_id: id, filters: { search: "nothing" } });
    expect(readRecords(narrowed.bytes)).toEqual([]);
    const progress = await made(tenant.get(`/exports/progress/${narrowed.taskId}`));
    expect(progress.result.rows).toBe(0);
  });

  test("a preview has 20 rows, and one of an unsaved profile stores nothing", async () => {
    const tenant = await newTenant();
    for (let count = 0; count < 23; count++) await made(tenant.post("/products", { name: `P${count}` }));
    const { rows } = await made(tenant.post("/exports/profiles/preview", { columns }));
    expect(rows).toHaveLength(20);
    expect((await made(tenant.get("/exports/profiles"))).items ?? []).toHaveLength(0);
  });

  test("what the profile decides is refused beside it, and one that is not there", async () => {
    const { tenant } = await givenCatalog();
    const { id } = await made(tenant.post("/exports/profiles", { name: "Ours", columns }));
    const refused = async (body: object) => {
      const answer = await tenant.post("/exports/csv/products", body);
      expect(answer.status).toBe(422);
      return JSON.stringify(answer.body);
    };
    expect(await refused({ profile_id: id, language: "en" })).toContain("language");
    expect(await refused({ profile_id: crypto.randomUUID() })).toContain("profile_id");
    expect(await refused({ profile: "nobody's" })).toContain('"profile"');
    const other = await newTenant();
    expect((await other.post("/exports/csv/products", { profile_id: id })).status).toBe(422);
  });

  test("one that names an entity that is gone says so when it is used", async () => {
    const { tenant } = await givenCatalog();
    const entity = (await made(tenant.post("/entities", { code: "shop", name: "Shop" }))).id;
    const { id } = await made(tenant.post("/exports/profiles", { name: "Ours", columns, entity_id: entity }));
    await made(tenant.delete(`/entities/${entity}`));
    const answer = await tenant.post("/exports/csv/products", { profile_id: id });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain("entity_id");
  });
});

describe("what a profile may not be", () => {
  test.each([
    ["columns.0.field", [col("A", { field: "nothing" })]],
    ["columns.0.field", [col("A", { field: "constructor" })]],
    ["columns.0.field", [col("A", {})]],
    ["columns.0.field", [col("A", { field: "title", value: "x" })]],
    ["columns.0.template", [col("A", { template: "{title" })]],
    ["columns.0.template", [col("A", { template: "{nothing}" })]],
    ["columns.1.name", [col("A", { field: "title" }), col("A", { field: "ean" })]],
    ["columns.0.language", [col("A", { field: "title", language: "xx" })]],
    ["columns.0.price_list_id", [col("A", { field: "price", price_list_id: crypto.randomUUID() })]],
  ])("%s of %j", async (field, columns) => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post("/exports/profiles", { name: "X", columns });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
  });
});
