import { describe, expect, test } from "bun:test";
import { newTenant, services } from "../harness.ts";
import { EANS, formOf, HEADER, importFile, lines, MAPPING, problemsOf, runImport, upload } from "./import-client.ts";

/** Shows that the file quotes; a lone quote in a file without any would be taken as a character. */
const QUOTED = `${EANS[2]},S0,"Fine, one",1,1`;
const GOOD = `${EANS[0]},S1,Café crème,1.50,3`;
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string)))); // both kinds of part are accepted

/** Files that are no list of products at all. Each is refused with a sentence, and nothing of it is stored. */
const REFUSED: [string, string | Uint8Array][] = [
  ["an empty file", ""],
  ["blank lines only", "\n\n  \n"],
  ["a header without rows", `${HEADER}\n`],
  ["a quote that is never closed", lines(HEADER, QUOTED, `${EANS[0]},S1,"Never closed,1,1`, GOOD)],
  ["a line of three megabytes", lines(HEADER, `${EANS[0]},S1,${"x".repeat(3_000_000)},1,1`)],
  ["ten thousand columns", lines(Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(","), "1")],
  ["NUL bytes", bytes(`${HEADER}\n`, [0, 0, 0, 0], GOOD, "\n")],
  ["a picture", bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff, 0xfe, 0, 1])],
  ["random bytes", crypto.getRandomValues(new Uint8Array(20_000))],
];

describe("POST /imports/upload of a hostile file", () => {
  test.each(REFUSED)("refuses %s with a reason and keeps nothing", async (_, content) => {
    const tenant = await newTenant();

    const { status, body } = await upload(tenant, content);

    expect(status).toBe(422);
    expect(["IMPORT_PARSE_FAILED", "VALIDATION_FAILED"]).toContain(body.error.error_code);
    expect(body.error.message.length + JSON.stringify(body.error.details).length).toBeGreaterThan(20);
    expect((await tenant.get("/imports/")).body.meta.total).toBe(0);
  });

  test("says in which line a quote was left open", async () => {
    const { body } = await upload(await newTenant(), lines(HEADER, QUOTED, GOOD, `${EANS[1]},S2,"Open,1,1`));
    expect(JSON.stringify(body.error)).toContain("line 4");
  });

  test.each([
    ["../../etc/passwd.csv"],
    ["..\\..\\windows.csv"],
    ["/etc/cron.d/x.csv"],
    [`${"n".repeat(300)}.csv`],
    ["nul\u0000byte.csv"],
    ["a\r\nSet-Cookie: x.csv"],
  ])("takes a file called %j under a name of its own, or refuses the name", async (name) => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post("/imports/upload", formOf(lines(HEADER, GOOD), { name }));
    expect([202, 422]).toContain(status);
    if (status === 422) expect(body.error.details[0].field).toBe("file");
    else expect(body.data.file_info.original_filename).not.toMatch(/[/\\\0\r\n]/);
  });

  test("distinguishes duplicate and blank headers and imports by them", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, lines("ean,name,name,,price", `${EANS[0]},First,Second,x,2`));
    expect(body.data.file_analysis.columns).toEqual(["ean", "name", "name_2", "column_4", "price"]);
    const mapping = { ean: "ean", name_2: "name", price: "price" };
    await tenant.post(`/imports/${body.id}/save-mapping`, { column_mapping: mapping });
    expect((await runImport(tenant, body.id)).products_created).toBe(1);
    expect((await tenant.get("/products")).body.items[0].title).toBe("Second");
  });

  test("loses no good row beside short, long and broken ones", async () => {
    const tenant = await newTenant();
    const rows = [
      GOOD,
      `${EANS[1]}`,
      `${EANS[1]},S2,Two,2,2,more,and,more`,
      `,,,,`,
      `x,S4,Four,four,-1`,
      `${EANS[2]},S3,Three,3,3`,
    ];
    const record = await importFile(tenant, lines(HEADER, ...rows), { mapping: MAPPING });
    expect(record.processed_rows).toBe(record.successful_rows + record.failed_rows + record.skipped_rows);
    expect(record).toMatchObject({ status: "completed_with_errors", products_created: 3 });
    const { body } = await tenant.get("/products?sort_by=title&sort_order=asc");
    expect(body.items.map((item: { title: string }) => item.title)).toEqual(["Café crème", "Three", "Two"]);
  });

  test("keeps accents of a file that is not what it says", async () => {
    const tenant = await newTenant();
    const latin = bytes(`${HEADER}\n${EANS[0]},S1,Caf`, [0xe9], " cr", [0xe8], "me,1,1\n");
    await importFile(tenant, latin, { mapping: MAPPING });
    expect((await tenant.get("/products")).body.items[0].title).toBe("Café crème");
  });

  test("keeps spreadsheet formulas and markup as the texts they are", async () => {
    const tenant = await newTenant();
    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},=1+1,"=HYPERLINK(""x"")",1,1`), {
      mapping: MAPPING,
    });
    expect(record.products_created).toBe(1);
    expect((await tenant.get("/products")).body.items[0].title).toBe('=HYPERLINK("x")');
    expect(await problemsOf(tenant, record.id)).toEqual([]);
  });

  test("answers 413 to a file over the limit, with any stated length", async () => {
    const tenant = await newTenant();
    const limit = services.config.uploadLimitMib * 1024 * 1024;
    const { status, body } = await upload(tenant, new Uint8Array(limit + 1).fill(65));
    expect(status).toBe(413);
    expect(body.error.error_code).toBe("PAYLOAD_TOO_LARGE");
    expect((await tenant.get("/imports/")).body.meta.total).toBe(0);
  });
});
