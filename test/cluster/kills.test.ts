import { expect, test } from "bun:test";
import process from "node:process";
import { createClient } from "@libsql/client/http";
import { createProducts, openReceiver } from "../crash/deliver.ts";
import { LEDGER, ledgerFaults } from "../crash/paid-world.ts";
import { openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { newApiKey } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { callerAt, logIn, within } from "./caller.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { enrichAlong, exportAlong, importAlong, pushAlong, sureCaller } from "./kill-work.ts";

/** `TEST_SIZE=full` has all of them. */
const KILLS = sized(4, 60);
const ROWS = sized(1_000, 1_500);
const EVENTS = 50;
const SECRET = "a secret of the crash test";
/** Requests of a provider that are under way at once. */
const CONCURRENCY = 4;

/** Kills one of them at a time, at any time, and starts it again. */
async function killAlong({ members }: Cluster): Promise<void> {
  for (let done = 0; done < KILLS; done++) {
    await Bun.sleep(500 + Math.random() * 1_500);
    const member = members[Math.floor(Math.random() * members.length)];
    await member?.kill("SIGKILL");
    await member?.start();
  }
}

/** One of three processes is killed every few seconds and started again, while the others go on. */
test(
  `${KILLS} kills of any of three processes lose nothing and double nothing: imports, exports, pushes, a model's answers, deliveries`,
  async () => {
    const env = { ...PLAIN_SHOPS, CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
    const cluster = await startCluster({ processes: 3, env, isDirect: true });
    const receiver = await openReceiver(0.1, Math.random);
    const shop = await openPlainWooCommerce();
    const key = await newApiKey(cluster.url);
    const call = sureCaller(callerAt(cluster.url, { "x-api-key": key }));
    const admin = callerAt(cluster.url, { authorization: `Bearer ${(await logIn(cluster.url)).body.access_token}` });
    const hook = { name: "Cluster", url: receiver.url, events: ["product.created"], secret: SECRET, max_retries: 10 };
    expect((await call("POST", "/webhooks", hook)).status).toBe(201);
    const text = async (path: string): Promise<string> => {
      for (;;) {
        const answer = await fetch(`${cluster.url}/api/v1${path}`, { headers: { "x-api-key": key } }).catch(
          () => undefined,
        );
        const read = answer?.ok && (await answer.text().catch(() => undefined));
        if (typeof read === "string") return read;
        await Bun.sleep(100);
      }
    };
    let areKillsOver = false;
    const given = { call, text, isOver: () => areKillsOver };
    async function createAlong(): Promise<string[]> {
      const ids: string[] = [];
      do ids.push(...(await createProducts(() => cluster.url, key, EVENTS)));
      while (!areKillsOver);
      return ids;
    }
    const working = Promise.all([
      importAlong(given, ROWS),
      exportAlong(given),
      pushAlong(given, shop),
      enrichAlong(given, admin),
      createAlong(),
    ]);
    await killAlong(cluster);
    areKillsOver = true;
    const [imports, exports, pushes, enriched, ids] = await working;

    const eventOf = (id: string) => [...(receiver.taken.get(id)?.keys() ?? [])];
    await within(120_000, async () => ids.every((id) => eventOf(id).length > 0)).catch(() => undefined);
    const client = createClient({ url: cluster.database.url });
    const ledger = ledgerFaults(
      (await client.execute(LEDGER)).rows,
      enriched.world,
      new Map([["descriptions", enriched.products]]),
    );
    const products = await client.execute("select count(*) as n from product where deleted_at_ms is null");
    const failed = await client.execute("select kind, payload from job where state = 'failed'");
    client.close();
    const counts = { kills: KILLS, imports: imports.rounds, exports: exports.rounds, pushes: pushes.rounds };
    const others = { batches: enriched.rounds, created: ids.length, interrupted: ledger.interrupted };
    process.stderr.write(`${JSON.stringify({ ...counts, ...others })}\n`);
    const faults = [imports, exports, pushes, enriched, ledger].flatMap((each) => each.faults);
    expect(faults).toEqual([]);
    expect(failed.rows).toEqual([]);
    expect(ids.filter((id) => eventOf(id).length !== 1)).toEqual([]);
    expect(receiver.faults).toEqual([]);
    expect(products.rows[0]?.["n"]).toBe(imports.products + pushes.products + enriched.products + ids.length);
    expect(ledger.interrupted).toBeLessThanOrEqual(KILLS * CONCURRENCY);
    receiver.close();
    shop.close();
    await cluster.stop();
  },
  sized(400_000, 1_500_000),
);
