import { afterAll, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, lines } from "../imports/import-client.ts";

const FILE = lines("ean,sku,name", `${EANS[0]},A-1,First`);
const [HOST, PASSWORD, TOKEN, KEY] = ["receiver.test", "hidden-4711", "bearer-4711", "key-4711-abc"];
const basic = `Basic ${Buffer.from(`anna:${PASSWORD}`).toString("base64")}`;

/** Which requests came, and what the server has. */
const requests: { path: string; headers: Record<string, string> }[] = [];
const state = { file: FILE, etag: '"v1"', modifiedAt: "Mon, 02 Mar 2026 10:00:00 GMT" };

const WANTED: Record<string, [header: string, value: string]> = {
  "/basic.csv": ["authorization", basic],
  "/bearer.csv": ["authorization", `Bearer ${TOKEN}`],
  "/header.csv": ["x-api-key", KEY],
};
const unchanged = () => new Response(null, { status: 304 });
const ANSWERS: Record<string, (headers: Headers) => Response> = {
  "/elsewhere.csv": () => Response.redirect(`http://r1.receiver.test:${server.port}/open.csv`, 302),
  "/etag.csv": (headers) =>
    headers.get("if-none-match") === state.etag
      ? unchanged()
      : new Response(state.file, { headers: { etag: state.etag } }),
  "/dated.csv": (headers) =>
    headers.get("if-modified-since") === state.modifiedAt
      ? unchanged()
      : new Response(state.file, { headers: { "last-modified": state.modifiedAt } }),
  "/fresh.csv": () => {
    const now = new Date().toUTCString();
    return new Response(growing.shift() ?? FILE, { headers: { "last-modified": now, date: now } });
  },
};

function answerOf({ url: at, headers }: Request): Response {
  const { pathname } = new URL(at);
  requests.push({ path: pathname, headers: Object.fromEntries(headers) });
  const wanted = WANTED[pathname];
  if (wanted && headers.get(wanted[0]) !== wanted[1]) return new Response("no", { status: 401 });
  return ANSWERS[pathname]?.(headers) ?? new Response(state.file);
}
const growing: string[] = [];
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answerOf });
afterAll(() => server.stop(true));
const url = (path: string) => `http://${HOST}:${server.port}${path}`;

async function given() {
  const tenant = await newTenant();
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const make = async (source: Record<string, unknown>) =>
    tenant.post("/import-configs", { name: "N", source_type: "url", source, template_id: template.id });
  const run = async (id: string) => {
    await tenant.post(`/import-configs/${id}/run`);
    await runJobs();
    return (await tenant.get(`/import-configs/${id}`)).body.last_status;
  };
  const stored = async (table: string) =>
    (await tenant.db.all(`select * from ${table} where tenant_id = :tenant`, {}, (row) => JSON.stringify(row))).join(
      "",
    );
  return { tenant, make, run, stored };
}

test.each([
  ["HTTP Basic", "/basic.csv", { username: "anna", password: PASSWORD }, PASSWORD],
  ["a bearer token", "/bearer.csv", { bearer_token: TOKEN }, TOKEN],
  ["a header of its own", "/header.csv", { headers: { "X-Api-Key": KEY } }, KEY],
])("a file is fetched with %s, which is sealed and shown nowhere", async (_, path, login, secret) => {
  const { tenant, make, run, stored } = await given();
  const made = await make({ url: url(path), ...login });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  expect(await run(made.body.id)).toBe("completed");
  const shown = [made, await tenant.get(`/import-configs/${made.body.id}`), await tenant.get("/imports")];
  expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(secret);
  for (const table of ["import_config", "import_source", "import", "secret", "job"])
    expect({ table, isTold: (await stored(table)).includes(secret) }).toEqual({ table, isTold: false });
  const once = await tenant.post("/imports/upload-from-url", { url: url(path), ...login });
  await runJobs();
  expect((await tenant.get(`/imports/${once.body.id}`)).body).toMatchObject({ total_rows: 1, error_message: null });
});

test("a masked header keeps its secret, and none goes to another server", async () => {
  const { tenant, make, run } = await given();
  const made = await make({ url: url("/header.csv"), headers: { "X-Api-Key": KEY, "X-Shop": "42" } });
  expect(made.body.source.headers).toEqual({ "X-Api-Key": "********", "X-Shop": "42" });
  const at = `/import-configs/${made.body.id}`;
  const put = async (source: Record<string, unknown>) => {
    const { status, body } = await tenant.put(at, { source });
    return [status, ...(body.error?.details ?? []).map(({ field }: { field: string }) => field)];
  };
  expect(await put({ ...made.body.source, headers: { "X-Api-Key": "********" } })).toEqual([200]);
  expect(await run(made.body.id)).toBe("completed");
  expect(await put({ url: url("/other.csv"), headers: { "X-Api-Key": "********" } })).toEqual([
    422,
    "source.headers.x-api-key",
  ]);
  expect(await put({ url: url("/header.csv"), headers: { "X-Other-Key": "********" } })).toEqual([
    422,
    "source.headers.X-Other-Key",
  ]);
  expect(await put({ url: url("/header.csv"), headers: {} })).toEqual([200]);
  expect(await put({ url: url("/header.csv"), headers: { "X-Api-Key": "********" } })).toEqual([
    422,
    "source.headers.X-Api-Key",
  ]);
});

test("headers of the sender follow no redirect to another server", async () => {
  const { make, run } = await given();
  const made = await make({
    url: url("/elsewhere.csv"),
    headers: { "X-Api-Key": KEY, Shop: "42" },
    bearer_token: TOKEN,
  });
  expect(await run(made.body.id)).toBe("completed");
  const last = requests.at(-1);
  expect(last?.path).toBe("/open.csv");
  expect(last?.headers).not.toMatchObject({ shop: "42" });
  expect(JSON.stringify(last?.headers)).not.toMatch(/4711/);
});

test("logins that cannot be are refused by field", async () => {
  const { make } = await given();
  const fields = async (source: Record<string, unknown>) =>
    ((await make({ url: url("/a.csv"), ...source })).body.error?.details ?? []).map(
      ({ field }: { field: string }) => field,
    );
  expect(await fields({ username: "anna" })).toEqual(["source.password"]);
  expect(await fields({ password: "x" })).toEqual(["source.username"]);
  expect(await fields({ username: "a", password: "x", bearer_token: "y" })).toEqual(["source.bearer_token"]);
  expect(await fields({ headers: { Host: "x" } })).toEqual(["source.headers.Host"]);
  expect(await fields({ headers: { "A b": "x" } })).toEqual(["source.headers.A b"]);
  expect(await fields({ headers: { Authorization: "Key 1" }, bearer_token: "y" })).toEqual(["source.bearer_token"]);
});

test.each([
  ["ETag", "/etag.csv"],
  ["Last-Modified", "/dated.csv"],
])("a file that stayed as it is by its %s is not sent again", async (_, path) => {
  const { make, run } = await given();
  const { id } = (await make({ url: url(path) })).body;
  expect(await run(id)).toBe("completed");
  requests.length = 0;
  expect(await run(id)).toBe("unchanged");
  const { headers } = requests[0] ?? { headers: {} };
  expect("if-none-match" in headers || "if-modified-since" in headers).toBe(true);
  Object.assign(state, { file: FILE.replace("First", "Second"), etag: '"v2"', modifiedAt: new Date(0).toUTCString() });
  expect(await run(id)).toBe("completed");
  Object.assign(state, { file: FILE, etag: '"v1"', modifiedAt: "Mon, 02 Mar 2026 10:00:00 GMT" });
});

test("a file of an address that was changed just now is taken once it stays the same", async () => {
  const { tenant, make, run } = await given();
  growing.push("ean,sku,name\n", lines("ean,sku,name", `${EANS[0]},A-1,Fir`));
  requests.length = 0;
  const { id } = (await make({ url: url("/fresh.csv") })).body;
  expect(await run(id)).toBe("completed");
  expect(requests.map(({ path }) => path)).toEqual(Array(4).fill("/fresh.csv"));
  expect((await tenant.get("/products")).body.items[0].title).toBe("First");
});
