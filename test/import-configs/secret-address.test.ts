import { expect, test } from "bun:test";
import { maskAddress } from "../../src/text/recognise-secrets.ts";
import { newTenant } from "../harness.ts";

test.each([
  ["https://s.example/list.csv?key=k-4711&page=2", "https://s.example/list.csv?key=********&page=2"],
  [
    "https://s.example/list.csv?page=2&access_token=k-4711#top",
    "https://s.example/list.csv?page=2&access_token=********#top",
  ],
  [
    "https://s.example/a?X-Amz-Signature=k-4711&X-Amz-Date=1",
    "https://s.example/a?X-Amz-Signature=********&X-Amz-Date=1",
  ],
  ["https://s.example/a?api%5Fkey=k-4711;b=1", "https://s.example/a?api%5Fkey=********;b=1"],
  ["ftp://anna:k-4711@s.example/a", "ftp://anna:********@s.example/a"],
  [
    "https://s.example/a?author=anna&keyword=x&monkey=1&key=",
    "https://s.example/a?author=anna&keyword=x&monkey=1&key=",
  ],
  ["https://s.example/key=1/a", "https://s.example/key=1/a"],
])("the secrets in %s are masked, and nothing else", (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
  expect(maskAddress(masked)).toBe(masked);
});

const SECRET = "hidden-4711";
const URL_ = `https://r9.receiver.test/list.csv?token=${SECRET}&page=2`;
const MASKED = "https://r9.receiver.test/list.csv?token=********&page=2";

async function given() {
  const tenant = await newTenant();
  const made = await tenant.post("/import-configs", { name: "Nightly", source_type: "url", source: { url: URL_ } });
  expect(made.status).toBe(201);
  const at = `/import-configs/${made.body.id}`;
  const put = async (url: string) => {
    const { status, body } = await tenant.put(at, { source: { url } });
    return status === 200 ? body.source.url : body.error.details.map(({ field }: { field: string }) => field);
  };
  const stored = (table: string) =>
    tenant.db.all(`select * from ${table} where tenant_id = :tenant`, {}, (row) => JSON.stringify(row));
  return { tenant, made, at, put, stored };
}

test("N-8 a secret in the address of an import source is sealed, and masked in every answer", async () => {
  const { tenant, made, at, stored } = await given();
  expect(made.body.source).toMatchObject({ url: MASKED });
  const run = await tenant.post(`${at}/run`);
  expect(run.status).toBeLessThan(300);
  const once = await tenant.post("/imports/upload-from-url", { url: URL_ });
  expect(once.status).toBe(202);
  const answers = [
    made,
    run,
    once,
    await tenant.get(at),
    await tenant.get("/import-configs"),
    await tenant.get("/imports"),
  ];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(SECRET);
  for (const table of ["import_config", "import_source", "import", "secret", "job", "audit_entry"]) {
    const rows = await stored(table);
    expect({ table, isTold: rows.join("").includes(SECRET) }).toEqual({ table, isTold: false });
  }
});

test("N-8 the masked address keeps its secret, and none moves to another address", async () => {
  const { put, stored } = await given();
  expect(await put(MASKED)).toBe(MASKED);
  expect(await stored("secret")).toHaveLength(1);
  expect(await put(MASKED.replace("r9.receiver.test", "mallory.test"))).toEqual(["source.url"]);
  expect(await put(`${MASKED}&key=other-4711`)).toEqual(["source.url"]);
  const other = "https://r9.receiver.test/other.csv";
  expect(await put(`${other}?key=other-4711`)).toBe(`${other}?key=********`);
  expect(await put(other)).toBe(other);
  expect(await stored("secret")).toEqual([]);
  expect(await put(MASKED)).toEqual(["source.url"]);
});
