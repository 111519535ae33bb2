import { expect, test } from "bun:test";
import { redactSecrets, secretsOfRequest } from "../../src/text/redact.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { newWebhook } from "../webhooks/given.ts";

const KEY = 'ck_1/2+3 "é"';
const SECRET = "cs_hidden/4711";
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["as it is", SECRET],
  ["in an address", encodeURIComponent(KEY)],
  ["in a form", new URLSearchParams({ key: SECRET }).toString()],
  ["in JSON", JSON.stringify({ key: KEY })],
  ["in JSON of PHP", '"cs_hidden\\/4711"'],
  ["as base64", base64(SECRET)],
  ["as base64 for addresses", Buffer.from(KEY).toString("base64url")],
  ["as Basic", `Basic ${base64(`${KEY}:${SECRET}`)}`],
])("a secret that comes back %s is taken out", (_, text) => {
  const left = redactSecrets(`before ${text} after`, [KEY, SECRET]);
  expect(left).toStartWith("before ");
  expect(left).toContain("********");
  expect(left).toEndWith(" after");
  expect(left).not.toContain(text);
});

test("what a request sends as a secret is known by its address and its headers", () => {
  const headers = { accept: "a/b", authorization: `Basic ${base64("anna:hidden-4711")}`, "x-api-key": "key-4711" };
  expect(secretsOfRequest(new URL("https://shop.example.com/?ws_key=abc-4711&page=2"), headers)).toEqual([
    "abc-4711",
    base64("anna:hidden-4711"),
    "anna:hidden-4711",
    "hidden-4711",
    "key-4711",
  ]);
});

test("D1-090 a shop that echoes its request brings no secret into an answer, nor into what is stored", async () => {
  const shop = await openShop((requests) => ({
    status: 401,
    json: { path: requests.path, headers: requests.headers },
  }));
  const tenant = await newTenant();
  const credentials = { store_url: shop.url, consumer_key: "ck_hidden_4711", consumer_secret: "cs_hidden_4711" };
  const made = await tenant.post("/connectors", { platform_id: "woocommerce", name: "Shop", credentials });
  const path = `/connectors/${made.body.id}`;
  const reported = JSON.stringify([(await tenant.post(`${path}/test`)).body, (await tenant.get(path)).body]);
  for (const secret of ["ck_hidden_4711", "cs_hidden_4711", base64("ck_hidden_4711:cs_hidden_4711")])
    expect(reported).not.toContain(secret);
});

test("a receiver that echoes its headers brings none of their values into a test's answer", async () => {
  const reply = { status: 200, body: "you sent Bearer hidden-4711" };
  const { tenant, path } = await newWebhook({ headers: { "X-Api": "Bearer hidden-4711" }, replies: [reply] });
  expect((await tenant.post(`${path}/test`)).body).toMatchObject({ response_body: "you sent Bearer ********" });
});
