import { expect, test } from "bun:test";
import { createProducts, openReceiver } from "../crash/deliver.ts";
import { newApiKey } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { callerAt, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, ended } from "./shared-import.ts";

const KILLS = sized(4, 24);
const ROWS = sized(6_000, 12_000);
const EVENTS = sized(150, 300);
const SECRET = "a secret of the crash test";

/** One of them is killed every few seconds and started again, while the others go on. */
test("kills of any of three processes lose nothing and double nothing: an import, writes and deliveries", async () => {
  const cluster = await startCluster({ processes: 3, env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
  const receiver = await openReceiver(0.1, Math.random);
  const key = await newApiKey(cluster.url);
  const call = callerAt(cluster.url, { "x-api-key": key });
  const hook = { name: "Cluster", url: receiver.url, events: ["product.created"], secret: SECRET, max_retries: 10 };
  expect((await call("POST", "/webhooks", hook)).status).toBe(201);

  const importId = await beginImport(call, ROWS, "29");
  const creating = createProducts(() => cluster.url, key, EVENTS);
  for (let done = 0; done < KILLS; done++) {
    await Bun.sleep(500 + Math.random() * 1_500);
    const member = cluster.members[Math.floor(Math.random() * cluster.members.length)];
    await member?.kill("SIGKILL");
    await member?.start();
  }
  const ids = await creating;
  const whole = { status: "completed", processed_rows: ROWS, products_created: ROWS, failed_rows: 0 };
  expect(await ended(call, importId)).toMatchObject(whole);

  const eventOf = (id: string) => [...(receiver.taken.get(id)?.keys() ?? [])];
  await within(120_000, async () => ids.every((id) => eventOf(id).length > 0));
  expect(ids.filter((id) => eventOf(id).length !== 1)).toEqual([]);
  expect(receiver.faults).toEqual([]);
  receiver.close();
  await cluster.stop();
}, 400_000);
