import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";
import { expectedSignature, verified } from "./receiver.ts";

test("makes a secret when none is given, shows it in the answer only, and signs with it", async () => {
  const { tenant, path, secret, webhook, makeProduct, received } = await newWebhook({ secret: undefined });

  expect(webhook.has_secret).toBe(true);
  expect(JSON.stringify((await tenant.get(path)).body)).not.toContain("whsec_");
  await makeProduct();
  await deliverAll();
  const [delivery] = received();
  expect(verified(delivery, secret)).toMatchObject({ event: "product.created" });
  expect(delivery?.headers["x-pm-signature"]).toBe(expectedSignature(delivery?.raw ?? "", secret));
  // Who gives one, or refuses one, is shown none.
  expect((await newWebhook({ secret: "one" })).secret).toBeNull();
  expect((await newWebhook({ secret: null })).webhook.has_secret).toBe(false);
});

test.each(["http://localhost:8080/hook", "https://127.0.0.1/hook", "https://receiver.local/hook"])(
  "a refusal of %s names the setting for one's own machine",
  async (url) => {
    const { post } = await newTenant();
    const { body } = await post("/webhooks", { name: "Shop", url, events: ["product.created"] });
    expect(body.error.details[0].message).toContain("CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS=1");
  },
);
