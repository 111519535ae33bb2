import { expect, test } from "bun:test";
import { changeTenant } from "../../src/identity/tenants/change-tenant.ts";
import { clock, services } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";

test("S10.1 without the module there are no deliveries; with it again, what was on its way goes out", async () => {
  const { tenant, makeProduct, received, logs } = await newWebhook({ replies: [500, 200] });
  const switchModule = (webhooks: boolean) => services.write(changeTenant, tenant.id, { modules: { webhooks } });
  await makeProduct("Before");
  await deliverAll();

  await switchModule(false);
  await makeProduct("Meanwhile");
  clock.nowMs += 60_000;
  await deliverAll();
  const whileOff = received().length;
  await switchModule(true);
  await deliverAll();
  await makeProduct("After");
  await deliverAll();

  expect(whileOff).toBe(1);
  expect(received().map(({ body }) => body.data.name)).toEqual(["Before", "Before", "After"]);
  expect((await logs()).length).toBe(3);
});
