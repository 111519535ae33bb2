import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { newTenant } from "../harness.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { faults, given } from "../products/given.ts";
import { fetchBytes, readWorkbook } from "./workbook.ts";

const COLUMNS = [
  ..."id ean reference title short_description description seo_title seo_meta_description brand category".split(" "),
  ..."supplier_code price cost_price tax_rate stock weight width height depth country_of_origin asin status".split(" "),
  ..."is_active lifecycle_status completeness_score image_url created_at updated_at".split(" "),
];
type Tenant = Awaited<ReturnType<typeof newTenant>>;
type Rows = Record<string, string>[];

/** How each format says what it holds: rows by column, every value as a text. */
const FILES: Record<string, (tenant: Tenant, query?: string) => Promise<Rows>> = {
  csv: async (tenant, query = "") => {
    const { body } = await tenant.get(`/products/export/csv${query}`);
    return parse(body, { columns: true, bom: true });
  },
  excel: async (tenant, query = "") => {
    const { sheets } = await readWorkbook(await fetchBytes(tenant, `/products/export/excel${query}`));
    const [header = [], ...rows] = sheets["Products"] ?? [];
    return rows.map((row) => Object.fromEntries(header.map((name, index) => [String(name), String(row[index] ?? "")])));
  },
};

const givenShop = () =>
  given(
    { title: "Bureau", brand: "Acme", category: "Meubles > Bureaux", ean: "0012345678905", priceCents: 1999, stock: 3 },
    { title: "Armoire", brand: "Zeta", category: "Meubles", supplierCode: "SUP", status: "inactive" },
    { title: 'Chaise, "haute"\nrouge', brand: "Acme", reference: "=1+1", description: "-x & <b>é</b> 𝄞" },
  );

describe.each(Object.keys(FILES))("GET /products/export/%s", (format) => {
  const exported = (tenant: Tenant, query?: string) => (FILES[format] as (typeof FILES)[string])(tenant, query);
  const titles = async (tenant: Tenant, query: string) =>
    (await exported(tenant, query)).map(({ title = "" }) => title.slice(0, 6));

  test("D2-097 S19.2 S19.4 has a header and each product by title", async () => {
    const { tenant } = await givenShop();
    const rows = await exported(tenant);
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMNS);
    expect(rows.map(({ title }) => title)).toEqual(["Armoire", "Bureau", 'Chaise, "haute"\nrouge']);
    expect(rows[1]).toMatchObject({ ean: "0012345678905", brand: "Acme", category: "Meubles > Bureaux", stock: "3" });
    expect(Number(rows[1]?.["price"])).toBe(19.99);
    expect(rows[0]).toMatchObject({ supplier_code: "SUP", is_active: "false", status: "inactive" });
  });

  test("D2-098 each filter restricts, and all of them together", async () => {
    const { tenant, ids } = await givenShop();
    const { items } = (await tenant.get("/products?search=Bureau")).body;
    expect(await titles(tenant, "?brand=ACME")).toEqual(["Bureau", "Chaise"]);
    expect(await titles(tenant, `?brand=${items[0].brand_id}`)).toEqual(["Bureau", "Chaise"]);
    expect(await titles(tenant, "?category=meubles")).toEqual(["Armoir", "Bureau"]);
    expect(await titles(tenant, `?category=${items[0].category_id}`)).toEqual(["Bureau"]);
    expect(await titles(tenant, "?active_only=true")).toEqual(["Bureau", "Chaise"]);
    expect(await titles(tenant, `?ids=${ids[0]}&ids=${ids[1]}`)).toEqual(["Armoir", "Bureau"]);
    expect(await titles(tenant, `?ids=${ids[0]},${crypto.randomUUID()}`)).toEqual(["Bureau"]);
    expect(await titles(tenant, `?ids=${ids[0]},${ids[1]}&brand=acme&active_only=true&category=Meubles`)).toEqual([
      "Bureau",
    ]);
    expect(await titles(tenant, "?brand=nobody")).toEqual([]);
  });

  test("D2-099 S19.3 in one language with the pivot's behind it, or in several beside each other", async () => {
    const { tenant } = await given(
      { title: "Chaise", description: "Rouge", texts: { en: { title: "Chair" } } },
      { title: "Table" },
    );
    expect((await exported(tenant, "?language=en")).map(({ title, description }) => [title, description])).toEqual([
      ["Chair", "Rouge"],
      ["Table", ""],
    ]);
    const rows = await exported(tenant, "?languages=fr&languages=en&language=xx");
    expect(Object.keys(rows[0] ?? {}).slice(3, 14)).toEqual([
      ..."title_fr short_description_fr description_fr seo_title_fr seo_meta_description_fr".split(" "),
      ..."title_en short_description_en description_en seo_title_en seo_meta_description_en brand".split(" "),
    ]);
    expect(rows.map((row) => [row["title_fr"], row["description_fr"], row["title_en"], row["description_en"]])).toEqual(
      [
        ["Chaise", "Rouge", "Chair", ""],
        ["Table", "", "", ""],
      ],
    );
    expect(await exported(tenant, "?languages=en,fr")).toHaveLength(2);
  });

  test.each([
    ["language=english", "language"],
    ["language=ja", "language"],
    ["languages=fr,ja", "languages.1"],
    [`languages=${Array.from({ length: 21 }, () => "fr").join()}`, "languages"],
    ["ids=none", "ids.0"],
    ["active_only=maybe", "active_only"],
  ])("D2-100 %s is 400", async (query, field) => {
    const tenant = await newTenant();
    const answer = await tenant.get(`/products/export/${format}?${query}`);
    expect([answer.status, faults(answer)]).toEqual([400, [field]]);
  });

  test("an image that is stored here has its whole address, as the caller knows the service", async () => {
    const { tenant, id } = await given({ title: "A" });
    const { body } = await tenant.post(`/products/${id}/media/upload`, formOf(FORMATS["image/png"](9, 9)));
    expect(body.url).toStartWith("/api/v1/media/");
    expect((await exported(tenant))[0]?.["image_url"]).toBe(`http://localhost${body.url}`);
  });

  test("hides another tenant's and deleted products; an empty catalog is a header", async () => {
    const { tenant, ids } = await givenShop();
    expect(await exported(await newTenant())).toEqual([]);
    await tenant.delete(`/products/${ids[0]}`);
    expect((await exported(tenant)).length).toBe(2);
  });

  test("needs the right to see the catalog", async () => {
    const { tenant } = await givenShop();
    expect((await (await tenant.withScopes("imports:manage")).get(`/products/export/${format}`)).status).toBe(403);
    expect((await (await tenant.as("viewer")).get(`/products/export/${format}`)).status).toBe(200);
  });
});

describe("GET /products/export/csv", () => {
  test("D2-097 D2-101 S19.1 is a file of RFC 4180 with a byte order mark; formulas are made harmless", async () => {
    const { tenant } = await givenShop();
    const { body, headers } = await tenant.get("/products/export/csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="products_\d{8}_\d{6}\.csv"$/);
    expect(body).toStartWith(`${COLUMNS.join(",")}\r\n`);
    expect((await fetchBytes(tenant, "/products/export/csv")).subarray(0, 3)).toEqual(
      new Uint8Array([0xef, 0xbb, 0xbf]),
    );
    expect(body).toContain(`,'=1+1,"Chaise, ""haute""\nrouge",`);
    expect(body).toContain(",'-x & <b>é</b> 𝄞,");
  });

  test("goes on where a page ends, also where titles are equal", async () => {
    const { tenant } = await given(...Array.from({ length: 2_300 }, (_, index) => ({ title: `Same ${index % 2}` })));
    const { body } = await tenant.get("/products/export/csv");
    const rows: Rows = parse(body, { columns: true, bom: true });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2_300);
    expect(rows.map(({ title }) => title)).toEqual(rows.map(({ title }) => title).toSorted());
  });
});

describe("GET /products/export/excel", () => {
  test("D2-102 is a workbook whose texts are texts and whose numbers are numbers", async () => {
    const { tenant } = await givenShop();
    const { headers } = await tenant.get("/products/export/excel");
    expect(headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="products_\d{8}_\d{6}\.xlsx"$/);
    const { sheets, pictures } = await readWorkbook(await fetchBytes(tenant, "/products/export/excel"));
    expect([Object.keys(sheets), pictures]).toEqual([["Products"], []]);
    const [header = [], , scheduler = [], chair = []] = sheets["Products"] ?? [];
    const at = (row: unknown[], name: string) => row[header.indexOf(name)];
    expect([at(scheduler, "ean"), at(scheduler, "price"), at(scheduler, "is_active")]).toEqual([
      "0012345678905",
      19.99,
      true,
    ]);
    expect([at(chair, "reference"), at(chair, "description")]).toEqual(["=1+1", "-x & <b>é</b> 𝄞"]);
  });

  test("D2-102 a text that looks like an escaped character is a text as well", async () => {
    const titles = ["_x0041_", "a _X00e9_x0042_ b", "_x004_", "__x0041_"];
    const { tenant } = await given(...titles.map((title) => ({ title })));
    const { sheets } = await readWorkbook(await fetchBytes(tenant, "/products/export/excel"));
    const [header = [], ...rows] = sheets["Products"] ?? [];
    // The reader of these tests leaves them as they are; Excel reads them so (ECMA-376 part 1, 22.9.2.19).
    const read = (cell: unknown) =>
      String(cell).replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    expect(rows.map((row) => read(row[header.indexOf("title")])).toSorted()).toEqual(titles.toSorted());
  });

  test("S19.5 include_stats adds what the exported products sum up to", async () => {
    const { tenant } = await givenShop();
    const bytes = await fetchBytes(tenant, "/products/export/excel?include_stats=true&category=meubles");
    const { sheets } = await readWorkbook(bytes);
    expect(sheets["Summary"]?.[0]).toEqual(["metric", "value"]);
    expect(Object.fromEntries(sheets["Summary"] ?? [])).toMatchObject({
      total: 2,
      active: 1,
      inactive: 1,
      with_price: 1,
      in_stock: 1,
      without_description: 2,
      no_supplier: 1,
      grade_D: 2,
      workflow_draft: 2,
      created_last_30_days: 2,
      average_completeness: 0,
    });
  });

  test("D2-102 S19.5 include_images embeds the primary image of each product", async () => {
    const { tenant, ids } = await given({ title: "A" }, { title: "B" }, { title: "C" }, { title: "D" });
    const images = [
      FORMATS["image/jpeg"](600, 300),
      undefined,
      FORMATS["image/webp"](400, 400),
      FORMATS["image/png"](9, 9),
    ];
    for (const [index, image] of images.entries()) {
      if (image) await tenant.post(`/products/${ids[index]}/media/upload`, formOf(image));
    }

    const { sheets, pictures } = await readWorkbook(
      await fetchBytes(tenant, "/products/export/excel?include_images=true"),
    );

    expect(sheets["Products"]?.[0]?.slice(0, 2)).toEqual(["image", "id"]);
    expect(sheets["Products"]?.map((row) => row[1])).toEqual(["id", ...ids]);
    expect(pictures).toEqual([
      { row: 1, width: 200, height: 100, format: "jpeg" },
      { row: 3, width: 200, height: 200, format: "png" },
      { row: 4, width: 9, height: 9, format: "png" },
    ]);
  });

  test("S19.5 pictures can be had of 5,000 products and no more", async () => {
    const { tenant } = await given(...Array.from({ length: 5_001 }, () => ({ status: "draft" as const })));
    const answer = await tenant.get("/products/export/excel?include_images=true");
    expect([answer.status, faults(answer)]).toEqual([400, ["include_images"]]);
    expect((await tenant.get("/products/export/excel?include_images=true&active_only=true")).status).toBe(200);
  });
});
