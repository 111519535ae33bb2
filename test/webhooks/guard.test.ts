import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { names } from "../outbound/names.ts";
import { REFUSED_ANSWERS, REFUSED_URLS } from "../outbound/refused-urls.ts";
import { faults } from "../products/given.ts";
import { deliverAll, newWebhook } from "./given.ts";

const HOOK = { name: "Shop", events: ["product.created"] };
const tenant = await newTenant();

describe("T14 a webhook", () => {
  test.each(REFUSED_URLS)("does not go to %j", async (url) => {
    const own = await newWebhook();

    const created = await tenant.post("/webhooks", { ...HOOK, url });
    const changed = await own.tenant.patch(own.path, { url });

    expect([created.status, changed.status]).toEqual([422, 422]);
    expect([faults(created), faults(changed)]).toEqual([["url"], ["url"]]);
    expect((await own.tenant.get(own.path)).body.url).toBe(own.url);
  });

  test.each(REFUSED_ANSWERS.map((addresses) => [addresses] as const))(
    "does not go to a name of %j",
    async (addresses) => {
      names.set("inside.example.com", addresses);

      const created = await tenant.post("/webhooks", { ...HOOK, url: "https://inside.example.com/" });

      expect([created.status, faults(created)]).toEqual([422, ["url"]]);
    },
  );

  test.each(REFUSED_ANSWERS.map((addresses) => [addresses] as const))(
    "of a name that leads to %j later gets nothing, and is not tried again",
    async (addresses) => {
      names.set("turncoat.example.com", ["93.184.216.34"]);
      const own = await newWebhook({ url: "https://turncoat.example.com/", max_retries: 5 });
      names.set("turncoat.example.com", addresses);

      await own.makeProduct();
      await deliverAll();
      const tested = (await own.tenant.post(`${own.path}/test`)).body;

      expect(tested).toMatchObject({ status: "failed", status_code: 0, response_body: "" });
      const [, entry] = await own.logs();
      expect(entry).toMatchObject({ event: "product.created", status_code: 0, success: false, attempt: 1 });
      expect(entry.error_message).toBe("The name does not lead to a public address; undeliverable");
    },
  );
});
