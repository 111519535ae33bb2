import { describe, expect, test } from "bun:test";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findWork, followWork, noteWork, type WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

const HOUR_MS = 3_600_000;

describe("a platform that asks for more patience than a request has", () => {
  async function given() {
    const shop = await openWooCommerce();
    const tenant = await newTenant();
    const { body } = await tenant.post(
      "/connectors",
      withTax({
        platform_id: "woocommerce",
        name: "Shop",
        credentials: shop.credentials,
      }),
    );
    await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
    const path = `/connectors/${body.id}`;
    const start = async () => (await tenant.post(`${path}/sync/push-products`)).body.job_id;
    const read = async (id: string) => (await tenant.get(`${path}/sync/jobs/${id}`)).body;
    return { shop, start, read };
  }
  const busy = { status: 429, headers: { "retry-after": "600" }, json: {} };

  test("gets it: the push gives its slot up, and goes on when the time has come", async () => {
    const { shop, start, read } = await given();
    shop.answers(() => busy);

    const id = await start();
    await runJobs();

    expect(shop.asked).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "processing", pushed: 0, error_message: null });
    await runJobs();
    expect(shop.asked).toHaveLength(1);
    shop.answers(shop.reply);
    clock.nowMs += 10 * 60_000 + 1;
    await runJobs();
    expect(await read(id)).toMatchObject({ status: "completed", pushed: 1, errors: 0 });
  });

  test("fails a push that has waited for a day", async () => {
    const { shop, start, read } = await given();
    shop.answers(() => busy);
    const id = await start();
    await runJobs();
    clock.nowMs += 25 * HOUR_MS;
    await runJobs();
    expect(await read(id)).toMatchObject({ status: "failed", error_message: expect.stringContaining("429") });
  });
});

describe("a work that a platform does by itself", () => {
  function openStore() {
    const works = new Map<string, string>();
    const store: WorkStore = {
      find: async (key) => works.get(key),
      keep: async (key, externalId) => void works.set(key, externalId),
      forget: async (key) => void works.delete(key),
    };
    return { works, store };
  }
  const api = { wait: async () => undefined };

  /** A feed that ends when it is asked for the so manieth time. */
  function openFeed(endsAt: number) {
    let [begun, polls] = [0, 0];
    const follow = (content: unknown, store?: WorkStore) =>
      followWork(
        api,
        {
          name: "The feed",
          content,
          begin: async () => `f${++begun}`,
          poll: async (id) => (++polls >= endsAt ? `${id} has ended` : undefined),
        },
        store,
      );
    return { follow, begun: () => begun };
  }

  test("is begun once, and followed on by later turns", async () => {
    const { works, store } = openStore();
    const { follow, begun } = openFeed(25);
    const first = await follow("a", store).catch((error: unknown) => error);
    expect(first).toMatchObject({ name: "PlatformError", reason: "unreachable", waitMs: 30_000 });
    await follow("a", store).catch(() => undefined);
    expect(await follow("a", store)).toBe("f1 has ended");
    expect([begun(), works.size]).toEqual([1, 0]);
  });

  test("is another one when its content is, and begun again when it was refused as a whole", async () => {
    const { works, store } = openStore();
    const { follow, begun } = openFeed(1_000);
    for (const content of ["a", "b", "a"]) await follow(content, store).catch(() => undefined);
    expect([begun(), works.size]).toEqual([2, 2]);
    const refused = { name: "The feed", content: "a", begin: async () => "x" };
    const poll = () => Promise.reject(new PlatformError("refused", "FATAL"));
    await expect(followWork(api, { ...refused, poll }, store)).rejects.toThrow("FATAL");
    expect(works.size).toBe(1);
  });

  test("without a store it has two minutes", async () => {
    expect(await openFeed(29).follow("a")).toBe("f1 has ended");
    await expect(openFeed(99).follow("a")).rejects.toThrow("within two minutes");
  });

  test("is kept for a day, of its own tenant, as long as the connector is there", async () => {
    const tenant = await newTenant();
    const credentials = { store_url: "https://r9.receiver.test:1", consumer_key: "k", consumer_secret: "s" };
    const { body } = await tenant.post("/connectors", withTax({ platform_id: "woocommerce", name: "S", credentials }));
    const work = { connectorId: body.id, workKey: "key", externalId: "f1" };
    await services.write(noteWork, tenant.id, work);
    const find = (db: typeof tenant.db) => findWork(db, body.id, "key", clock.nowMs);
    expect(await find(tenant.db)).toBe("f1");
    expect(await find((await newTenant()).db)).toBeUndefined();
    clock.nowMs += 25 * HOUR_MS;
    expect(await find(tenant.db)).toBeUndefined();
    await services.write(noteWork, tenant.id, work);
    await services.write(noteWork, tenant.id, { ...work, externalId: null });
    expect(await find(tenant.db)).toBeUndefined();
  });
});
