import { DeliveryScheduler } from "../../workers/webhooks/delivery-scheduler.ts";
import { newTenant, services } from "../harness.ts";
import { openReceiver, type Reply } from "./receiver.ts";

/** Serves all tests of this process: a file's `afterAll` would close it for the others. */
export const receiver = await openReceiver();

/** Delivers, here, all that is due now; ends when nothing is in progress any more. */
export async function deliverAll(): Promise<void> {
  const scheduler = new DeliveryScheduler(services, services.newId());
  await scheduler.lease();
  await scheduler.idle();
}

/** A tenant with one webhook whose receiver answers so. */
export async function newWebhook({ replies = [], ...fields }: { replies?: Reply[]; [field: string]: unknown } = {}) {
  const tenant = await newTenant();
  const url = receiver.url(...replies);
  // Without a word about it a secret would be made.
  const { body, status } = await tenant.post("/webhooks", {
    name: "Shop",
    url,
    events: ["product.created"],
    secret: null,
    ...fields,
  });
  if (status !== 201) throw new Error(`The webhook was refused: ${JSON.stringify(body)}`);
  const path = `/webhooks/${body.id}`;
  const { generated_secret: secret, ...webhook } = body;
  return {
    tenant,
    url,
    webhook,
    /** The one that was made. */
    secret,
    path,
    /** Makes something happen; answers the product. */
    makeProduct: async (name = "Knife") => (await tenant.post("/products", { name })).body,
    received: () => receiver.at(url),
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    logs: async (): Promise<any[]> => (await tenant.get(`${path}/logs`)).body.items,
  };
}
