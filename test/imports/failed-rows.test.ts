import { expect, test } from "bun:test";
import { app, newTenant, runJobs } from "../harness.ts";
import { odsOf, odsRow, textRow, workbookOf, zipOf } from "./formats/packages.ts";
import { EANS, formOf, lines, type Tenant, upload } from "./import-client.ts";

const MAPPING = { Code: "ean", Art: "sku", Titel: "name", Preis: "price" };

/** Uploads a file and runs it with a mapping; answers its record. */
async function imported(tenant: Tenant, content: string | Uint8Array, name: string, mapping: object = MAPPING) {
  const { body } = await upload(tenant, content, { name, supplier_code: "ACME" });
  const saved = await tenant.post(`/imports/${body.id}/save-mapping`, {
    column_mapping: mapping,
    import_options: { ean_policy: "reject" },
  });
  expect(saved.status).toBe(200);
  await tenant.post(`/imports/${body.id}/start-processing`);
  await runJobs();
  return (await tenant.get(`/imports/${body.id}`)).body;
}

const bytesOf = async (tenant: Tenant, id: string) => {
  const request = new Request(`http://localhost/api/v1/imports/${id}/failed-rows`, {
    headers: { "x-api-key": tenant.apiKey },
  });
  const response = await app.handle(request);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
};

/** Uploads the failed rows with a change, and runs them. */
async function sentAgain(tenant: Tenant, content: string | Uint8Array, name: string) {
  const { body } = await tenant.post("/imports/upload", formOf(content, { name, auto_process: "true" }));
  await runJobs();
  return { told: body, record: (await tenant.get(`/imports/${body.id}`)).body };
}

test("the failed rows of a CSV come back with their columns and the reason, and continue it corrected", async () => {
  const tenant = await newTenant();
  const file = lines(
    "Code;Notiz;Art;Titel;Preis",
    `${EANS[0]};a;A-1;First;1,50`,
    `123;"b; c";A-2;Zwei \u201cÄ\u201d;1.250`,
    `${EANS[2]};d;A-3;Third;teuer`,
  );
  const first = await imported(tenant, file, "liste.csv");
  expect(first).toMatchObject({ failed_rows: 2, products_created: 1, continues_id: null });

  const failed = await tenant.get(`/imports/${first.id}/failed-rows`);
  expect(failed.headers.get("content-disposition")).toBe('attachment; filename="liste-failed-rows.csv"');
  const [header, one, two, end] = failed.body.replace("\ufeff", "").split("\r\n");
  expect(header).toBe(`Code;Notiz;Art;Titel;Preis;error (import ${first.id})`);
  expect(one).toMatch(/^123;"b; c";A-2;Zwei “Ä”;1\.250;.+/);
  expect(two).toMatch(/^4006381333931;d;A-3;Third;teuer;.+/);
  expect(end).toBe("");

  const corrected = failed.body.replace("123;", `${EANS[1]};`).replace("teuer", "3,00");
  const { told, record } = await sentAgain(tenant, corrected, "liste-failed-rows.csv");
  expect(told.message).toContain("liste.csv");
  expect(record).toMatchObject({
    status: "completed",
    continues_id: first.id,
    supplier_code: "ACME",
    products_created: 2,
    failed_rows: 0,
  });
  const { items } = (await tenant.get("/products?sort_by=title&sort_order=asc")).body;
  expect(items.map(({ title, price }: { title: string; price: number }) => [title, price])).toEqual([
    ["First", 1.5],
    ["Third", 3],
    ["Zwei “Ä”", 1250],
  ]);
  expect((await tenant.get(`/imports/${record.id}/failed-rows`)).status).toBe(409);
});

const WORKBOOK_ROWS = [
  ["Code", "Art", "Titel", "Preis"],
  [EANS[0], "A-1", "First", "1.50"],
  ["123", "A-2", "Second  &amp; last", "2.50"],
] as const;
const excel = () =>
  workbookOf({ sheets: { Liste: WORKBOOK_ROWS.map((texts, at) => textRow(at + 1, ...texts)).join("") } });
const openDocument = () =>
  odsOf({
    Liste: WORKBOOK_ROWS.map((texts) =>
      odsRow(...texts.map((text) => text.replace("  ", ' <text:s text:c="1"/>'))),
    ).join(""),
  });

test.each([
  ["xlsx", excel],
  ["ods", openDocument],
])("those of a workbook are a workbook: %s", async (ending, file) => {
  const tenant = await newTenant();
  const first = await imported(tenant, await file(), `liste.${ending}`);
  expect(first).toMatchObject({ failed_rows: 1 });
  const { headers, bytes } = await bytesOf(tenant, first.id);
  expect(headers.get("content-disposition")).toContain(`liste-failed-rows.${ending}`);
  const { body } = await upload(tenant, bytes, { name: `again.${ending}` });
  expect([body.status, body.data.file_analysis.columns]).toEqual([
    "ready",
    ["Code", "Art", "Titel", "Preis", `error (import ${first.id})`],
  ]);
  expect(body.data.file_analysis.sample_data[0]).toMatchObject({
    Code: "123",
    Art: "A-2",
    Titel: "Second  & last",
    Preis: "2.50",
  });
  expect(body.data.file_analysis).toMatchObject({ format: ending, sheet: "Rows", sheets: ["Rows"] });
  expect((await tenant.get(`/imports/${body.id}`)).body.continues_id).toBe(first.id);
});

const JSON_ROWS = [
  { code: EANS[0], art: "A-1", text: { titel: "First" } },
  { code: "123", art: "A-2", text: { titel: "Second" } },
];
const NESTED = { code: "ean", art: "sku", "text.titel": "name" };

test.each([
  ["list.json", JSON.stringify({ list: JSON_ROWS }), "json"],
  ["list.ndjson", JSON_ROWS.map((row) => JSON.stringify(row)).join("\n"), "ndjson"],
])("those of %s are of the same kind, and continue it", async (name, content, ending) => {
  const tenant = await newTenant();
  const first = await imported(tenant, content, name, NESTED);
  expect(first).toMatchObject({ failed_rows: 1 });
  const { headers, bytes } = await bytesOf(tenant, first.id);
  expect(headers.get("content-disposition")).toContain(`list-failed-rows.${ending}`);
  const text = new TextDecoder().decode(bytes).replace('"123"', `"${EANS[1]}"`);
  const { record } = await sentAgain(tenant, text, `again.${ending}`);
  expect(record).toMatchObject({ status: "completed", continues_id: first.id, products_created: 1 });
});

test("those of XML are XML in its own elements, beside what stands around them, and continue it", async () => {
  const tenant = await newTenant();
  const product = (code: string, title: string, more = "") =>
    `<p id="${title}"><code>${code}</code><t lang="en"><n>${title} &amp; more</n></t>${more}</p>`;
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- x --><list xmlns:x="urn:x"><head currency="EUR"/>${product(EANS[0], "First", "<price>1.50</price>")}\n${product("123", "Second", "<x:note><![CDATA[a < b]]></x:note>")}\n<end/></list>`;
  const mapping = { code: "ean", "@id": "sku", "t[en].n": "name", price: "price" };
  const first = await imported(tenant, xml, "list.xml", mapping);
  expect(first).toMatchObject({ failed_rows: 1 });
  const { headers, body } = await tenant.get(`/imports/${first.id}/failed-rows`);
  expect([headers.get("content-type"), headers.get("content-disposition")]).toEqual([
    expect.stringContaining("application/xml"),
    expect.stringContaining("list-failed-rows.xml"),
  ]);
  const [, , ...rest] = body.split("\n");
  expect(rest.join("\n").replace(/(<error[^>]*>)[^<]+/, "$1why")).toBe(
    `<list xmlns:x="urn:x"><head currency="EUR"></head>${product("123", "Second", `<x:note>a &lt; b</x:note><error-import-${first.id}>why</error-import-${first.id}>`)}\n<end></end></list>\n`,
  );
  const { record } = await sentAgain(tenant, body.replace("123", EANS[1]), "again.xml");
  expect(record).toMatchObject({ status: "completed", continues_id: first.id, products_created: 1 });
});

test("of an XML record with rows within, those that failed are left", async () => {
  const tenant = await newTenant();
  const pack = (code: string, size: string, price = "1.50") =>
    `<pack><code>${code}</code><size>${size}</size><price>${price}</price></pack>`;
  const item = (name: string, ...packs: string[]) =>
    `<item><name>${name}</name><packs>${packs.join("")}</packs></item>`;
  const xml = `<shop>${item("A", pack(EANS[0], "S"), pack(EANS[1], "M", "a lot"))}${item("B", pack("5901234123457", "S"))}${item("C", pack(EANS[2], "S", "much"))}</shop>`;
  const mapping = { "packs.pack.code": "ean", name: "name", "packs.pack.price": "price" };
  const first = await imported(tenant, xml, "list.xml", mapping);
  expect(first).toMatchObject({ failed_rows: 2, products_created: 2 });
  const { body } = await tenant.get(`/imports/${first.id}/failed-rows`);
  expect(body.match(/<size>.<.size>|<name>.<.name>/g)).toEqual([
    "<name>A</name>",
    "<size>M</size>",
    "<name>C</name>",
    "<size>S</size>",
  ]);
  const { record } = await sentAgain(tenant, body.replace("a lot", "2.50"), "again.xml");
  expect(record).toMatchObject({ continues_id: first.id, products_created: 1, failed_rows: 1 });
});

test("those of a ZIP of XML files of one product each are a CSV with its paths as columns, and continue it", async () => {
  const tenant = await newTenant();
  const product = (code: string, title: string) => `<p id="${title}"><code>${code}</code><t><n>${title}</n></t></p>`;
  const file = await zipOf({ "a.xml": product(EANS[0], "First"), "b.xml": product("123", "Second") });
  const first = await imported(tenant, file, "list.zip", { code: "ean", "@id": "sku", "t.n": "name" });
  expect(first).toMatchObject({ failed_rows: 1 });
  const { headers, body } = await tenant.get(`/imports/${first.id}/failed-rows`);
  expect(headers.get("content-type")).toContain("text/csv");
  expect(body).toContain("123");
  const { record } = await sentAgain(tenant, body.replace("123", EANS[1]), "again.csv");
  expect(record).toMatchObject({ status: "completed", continues_id: first.id, products_created: 1 });
});

test("reasons are in the caller's language, and a file of another tenant continues nothing", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const first = await imported(tenant, lines("Code;Art;Titel;Preis", "123;A-1;Eins;1"), "liste.csv");
  const french = await tenant.get(`/imports/${first.id}/failed-rows`, { "accept-language": "fr" });
  const english = await tenant.get(`/imports/${first.id}/failed-rows`);
  expect(french.headers.get("content-language")).toBe("fr");
  expect(french.body).not.toBe(english.body);
  expect((await other.get(`/imports/${first.id}/failed-rows`)).status).toBe(404);
  const { body } = await upload(other, english.body, { name: "again.csv" });
  expect([body.status, (await other.get(`/imports/${body.id}`)).body.continues_id]).toEqual(["awaiting_mapping", null]);
});

test("the failed rows of a spreadsheet can be had as JSON, a text for each column, and continue it so", async () => {
  const tenant = await newTenant();
  const file = lines("Code;Art;Titel;Preis", `${EANS[0]};A-1;First;1,50`, `${EANS[1]};A-2;"Se;cond";teuer`);
  const first = await imported(tenant, file, "preise.csv");
  const path = `/imports/${first.id}/failed-rows`;
  const { body: rows } = await tenant.get(`${path}?format=json`);
  const reason = `error (import ${first.id})`;
  expect(rows).toEqual([{ Code: EANS[1], Art: "A-2", Titel: "Se;cond", Preis: "teuer", [reason]: expect.any(String) }]);

  const { record } = await sentAgain(tenant, JSON.stringify([{ ...rows[0], Preis: "2,75" }]), "preise.json");
  expect(record).toMatchObject({ status: "completed", products_created: 1 });
  const { body: found } = await tenant.get(`/products?eans=${EANS[1]}`);
  expect(found.items).toMatchObject([{ title: "Se;cond", price: 2.75 }]);
  expect((await tenant.get(`${path}?format=pdf`)).status).toBe(400);
});
