import { expect, test } from "bun:test";
import { MASK } from "../../src/text/recognise-secrets.ts";
import { services } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";

const SECRETS = {
  Authorization: "Bearer hidden-4711",
  "X-Api": "hidden-4712",
  "x-shop-token": "hidden-4713",
  "X-Route": "a9f3c2e81b7d4056a9f3",
};
const HEADERS = { ...SECRETS, "X-Shop": "no 1" };
const MASKED = { ...Object.fromEntries(Object.keys(SECRETS).map((name) => [name, MASK])), "X-Shop": "no 1" };
const values = Object.values(SECRETS);
const shownIn = (text: string) => values.filter((value) => text.includes(value));

/** A webhook with secrets in its headers; what the next delivery to it has of them. */
async function given() {
  const made = await newWebhook({ headers: HEADERS });
  const delivered = async () => {
    await made.makeProduct();
    await deliverAll();
    const { headers = {} } = made.received().at(-1) ?? {};
    return Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers[name.toLowerCase()]]));
  };
  return { ...made, delivered };
}

test("N-8 secrets in the headers of a webhook are sent, masked in answers and sealed at rest", async () => {
  const { tenant, path, webhook, delivered, logs } = await given();
  expect(webhook.headers).toEqual(MASKED);
  expect(await delivered()).toEqual(HEADERS);
  const answers = [await tenant.get(path), await tenant.get("/webhooks"), await tenant.get("/audit-log"), await logs()];
  expect(shownIn(JSON.stringify(answers))).toEqual([]);
  for (const table of ["webhook", "secret", "audit_entry", "webhook_log"]) {
    const rows = await tenant.db.all(`select * from ${table} where tenant_id = :tenant`, {}, (row) => row);
    expect({ table, told: shownIn(JSON.stringify(rows)) }).toEqual({ table, told: [] });
  }
});

test("N-8 a masked value that is sent back stays, a new one takes its place, one left out goes", async () => {
  const { tenant, path, delivered } = await given();
  const stored = async () => {
    const place = `${path.slice(1)}/headers`;
    const sql = "select count(*) as n from secret where tenant_id = :tenant and place = :place";
    return tenant.db.one(sql, { place }, (row) => Number(row["n"]));
  };
  const etag = (await tenant.get(path)).headers.get("etag");
  expect((await tenant.patch(path, { headers: MASKED })).headers.get("etag")).toBe(etag);
  expect(await delivered()).toEqual(HEADERS);
  const changed = await tenant.patch(path, { headers: { ...MASKED, "X-Api": "hidden-4714" } });
  expect(changed.body.headers).toEqual(MASKED);
  expect(changed.headers.get("etag")).not.toBe(etag);
  expect(await delivered()).toEqual({ ...HEADERS, "X-Api": "hidden-4714" });
  expect(await stored()).toBe(4);
  expect((await tenant.patch(path, { headers: { Authorization: MASK } })).body.headers).toEqual({
    Authorization: MASK,
  });
  expect(await delivered()).toEqual({
    ...Object.fromEntries(Object.keys(HEADERS).map((name) => [name, undefined])),
    Authorization: HEADERS.Authorization,
  });
  expect(await stored()).toBe(1);
  // Another secret that signs takes along none of these.
  expect((await tenant.patch(path, { secret: "signs-4711" })).status).toBe(200);
  expect((await delivered())["Authorization"]).toBe(HEADERS.Authorization);
  await tenant.delete(path);
  expect(await stored()).toBe(0);
});

test("N-8 a masked value follows to no other address, and is refused where there is none", async () => {
  const { tenant, path, webhook } = await given();
  const fieldsOf = (answer: Awaited<ReturnType<typeof tenant.get>>) =>
    (answer.body.error?.details ?? []).map(({ field }: { field: string }) => field);
  const moved = await tenant.patch(path, { url: `${webhook.url}/x`, headers: { ...MASKED, "X-Api": "hidden-4712" } });
  expect(moved.status).toBe(422);
  expect(fieldsOf(moved)).toEqual(["headers.Authorization", "headers.x-shop-token", "headers.X-Route"]);
  expect(fieldsOf(await tenant.patch(path, { headers: { "X-New": MASK } }))).toEqual(["headers.X-New"]);
  const made = { name: "Shop", url: webhook.url, events: ["product.created"], headers: { Authorization: MASK } };
  expect(fieldsOf(await tenant.post("/webhooks", made))).toEqual(["headers.Authorization"]);
  expect((await tenant.patch(path, { url: `${webhook.url}/x`, headers: HEADERS })).status).toBe(200);
});

test("N-8 a key that is not here stops the deliveries instead of sending a mask", async () => {
  const { tenant, path, received } = await given();
  const broken = {
    ...services.secrets,
    open: () => services.secrets.open({ tenantId: "", place: "", field: "" }, { keyId: "none", sealed: "" }),
  };
  const { attempt } = await import("../../workers/webhooks/attempt.ts");
  const event = { webhookId: path.split("/")[2] ?? "", eventId: "e", body: "{}" };
  const answer = await attempt({ ...services, secrets: broken }, tenant.id, event);
  expect(answer).toMatchObject({ success: false, errorMessage: "The secret of the webhook cannot be read" });
  expect(received()).toEqual([]);
});
