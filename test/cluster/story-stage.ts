import { openReceiver } from "../crash/deliver.ts";
import { openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { startMeilisearch } from "../servers/meilisearch.ts";
import { newApiKey } from "../servers/service.ts";
import { type Call, callerAt } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { cutAsAnswer } from "./story-traffic.ts";
import { wordIndexOf } from "./word-index.ts";

const SECRET = "a secret of the crash test";
const FAILING_SHARE = 0.1;

/** A webhook for all changes, and a shop that the catalog is pushed to. */
export async function subscribe(call: Call, url: string, credentials: object): Promise<string> {
  const events = ["product.created", "product.updated", "import.completed"];
  const hook = { name: "Story", url, events, secret: SECRET, max_retries: 10 };
  const hooked = await call("POST", "/webhooks", hook);
  if (hooked.status !== 201) throw new Error(`The webhook was refused: ${hooked.status}`);
  const options = { auto_push: ["products", "prices"], create_missing: true };
  const shop = { platform_id: "woocommerce", name: "Story", credentials, sync_options: options };
  return (await call("POST", "/connectors", shop)).body.id;
}

/** Starts all that takes part. */
export async function setUp(options: { processes: number }) {
  const meilisearch = await startMeilisearch();
  const shop = await openPlainWooCommerce();
  const receiver = await openReceiver(FAILING_SHARE, Math.random);
  const env = {
    ...PLAIN_SHOPS,
    CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1",
    CATALOGD_MEILISEARCH_URL: meilisearch.url,
    CATALOGD_MEILISEARCH_KEY: meilisearch.key,
  };
  const cluster = await startCluster({ processes: options.processes, env, isDirect: true });
  const key = await newApiKey(cluster.url);
  const call = cutAsAnswer(callerAt(cluster.url, { "x-api-key": key }));
  const index = wordIndexOf(meilisearch);
  const stop = async () => {
    await cluster.stop();
    await meilisearch.stop();
    receiver.close();
    shop.close();
  };
  return { cluster, call, shop, receiver, index, stop };
}

export type Stage = Awaited<ReturnType<typeof setUp>>;
