import { expect, test } from "bun:test";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { readerOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, newApiKey, startService } from "../servers/service.ts";
import { sized } from "../sized.ts";

const KILLS = sized(2, 4);
const EAN = "4006381333931";
const SYNC_KEY = "a-key-of-the-crash-test";

/** A receiver of webhooks: which triggers each event was about. */
async function openReceiver() {
  const reported = new Map<string, Set<string>>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id, data } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      reported.set(data.id, (reported.get(data.id) ?? new Set()).add(id));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return { told: reported, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** What is stored: the observations, and how many alerts each made. */
async function stored(folder: string) {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const [tenant] = connection.rows("select tenant_id from user where email = :email", { email: ADMIN.email });
  const db = readerOf(connection, String(tenant?.["tenant_id"]));
  const prices = (sql: string) => db.all(sql, {}, (row) => Number(row["cents"])).then((all) => all.toSorted());
  const observed = await prices("select price_cents as cents from competitor_observation where tenant_id = :tenant");
  const fired = await prices(
    "select round((record ->> 'observed_price') * 100) as cents from price_trigger where tenant_id = :tenant",
  );
  const ids = await db.all("select id from price_trigger where tenant_id = :tenant", {}, (row) => String(row["id"]));
  connection.close();
  return { observed, fired, ids };
}

test("S39.13 an alert fires once for each crossing, whenever the process is killed", async () => {
  const folder = temporaryFolder();
  const env = { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
  const receiver = await openReceiver();
  let service = await startService({ folder, env });
  const key = await newApiKey(service.url);
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
  const own = { "x-api-key": key };
  const { access_token: token } = await call("POST", "/auth/login/json", ADMIN, {});
  await call(
    "PUT",
    "/settings/scraper-sync-key",
    { enabled: true, key: SYNC_KEY },
    { authorization: `Bearer ${token}` },
  );
  const product = await call("POST", "/products", { name: "Pen", ean: EAN, price: 100 }, own);
  await call("POST", "/webhooks", { name: "Alerts", url: receiver.url, events: ["price.alert"] }, own);
  const alert = { alert_type: "below", threshold: 100, channels: ["in_app", "webhook"], cooldown_minutes: 0 };
  await call("POST", "/prices/alerts", { ...alert, product_id: product.id }, own);

  let cents = 9_999;
  const acknowledged: number[] = [];
  /** Sends one price after the other, each lower and so an alert, until the service dies. */
  const observe = async () => {
    for (;;) {
      cents -= 1;
      const sent = cents;
      const seen = { internal_sku: EAN, competitor_name: "Shop", competitor_url: "https://shop.example/1" };
      const observations = [{ ...seen, price_ttc: sent / 100 }];
      const answer = await call("POST", "/prices/observations", { observations }, { "x-sync-key": SYNC_KEY }).catch(
        () => undefined,
      );
      if (!answer) return;
      acknowledged.push(sent);
    }
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const [before, observing] = [acknowledged.length, observe()];
    while (acknowledged.length < before + 20 + kill * 7) await Bun.sleep(5);
    await service.kill("SIGKILL");
    await observing;
    service = await startService({ folder, env });
  }
  const { ids } = await stored(folder);
  while (ids.some((id) => !receiver.told.has(id))) await Bun.sleep(50);
  await service.kill("SIGTERM");

  const { observed, fired } = await stored(folder);
  expect(fired).toEqual(observed);
  expect(acknowledged.filter((each) => !observed.includes(each))).toEqual([]);
  // A delivery may be repeated, but always as the same event, and of existing alerts.
  expect([...receiver.told.values()].filter((events) => events.size > 1)).toEqual([]);
  expect([...receiver.told.keys()].toSorted()).toEqual(ids.toSorted());
}, 120_000);
