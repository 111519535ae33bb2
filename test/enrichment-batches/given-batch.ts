import type { StatedProduct } from "../add-products.ts";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { answerOf } from "../enrichment/given-provider.ts";
import { runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

/** A tenant with this many products, and a model that answers. */
export async function givenProducts(count: number, setting: object = {}) {
  const products = Array.from({ length: count }, (_, index): StatedProduct => ({ title: `Chaise ${index}` }));
  const { tenant, ids, db } = await given(...products);
  const provider = await openChatProvider();
  provider.says(answerOf);
  await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl, setting));
  const path = "/enrichment/batch";
  return {
    tenant,
    ids,
    db,
    provider,
    create: (body: object = {}) => tenant.post(path, { name: "All", enrichmentTypes: ["descriptions"], ...body }),
    move: (id: string, move: string) => tenant.post(`${path}/${id}/${move}`),
    get: async (id: string) => (await tenant.get(`${path}/${id}`)).body,
    /** Creates it, starts it and runs it to its end. */
    run: async (body: object = {}) => {
      const { body: made } = await tenant.post(path, { name: "All", enrichmentTypes: ["descriptions"], ...body });
      await tenant.post(`${path}/${made.id}/start`);
      await runJobs();
      return (await tenant.get(`${path}/${made.id}`)).body;
    },
  };
}
