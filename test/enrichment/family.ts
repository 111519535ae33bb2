import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { testFamily } from "../sweeps/test-families.ts";
import type { SeededTenant } from "../sweeps/world.ts";

const provider = await openChatProvider();
/** One object that answers any call. */
const ANSWER = JSON.stringify({
  description: "Rewritten",
  short_description: "Rewritten",
  seo_title: "Rewritten",
  seo_meta_description: "Rewritten",
  title: "Rewritten",
  attributes: { Rewritten: "yes" },
  category: "None",
});
provider.says((requests) => (requests.includes("HTML only") ? "Rewritten anew" : ANSWER));

const SLUG = "swept-prompt";

/** Lets a value wait for a field that has another. */
async function waiting({ ids, get, patch, post }: SeededTenant) {
  await patch(`/products/${ids["product_id"]}`, { seo_title: "Before" });
  await post(`/enrichment/products/${ids["product_id"]}?types=seo&auto_apply=never`);
  const { body } = await get("/enrichment/review?field=seo_title");
  return { proposal_id: String(body.items[0].id) };
}

export const enrichment = testFamily({
  behind: ["auth", "content"],
  tells: {
    acceptProposal: { tells: ["product.updated"], body: () => ({}), prepare: waiting },
    decideProposals: {
      tells: ["product.updated"],
      body: () => ({ action: "accept", filter: { kind: "text" }, overwrite: true }),
      prepare: waiting,
    },
    enrichProduct: {
      tells: ["product.updated"],
      send: async (tenant) => {
        await waiting(tenant);
        return tenant.post(`/enrichment/products/${tenant.ids["product_id"]}?types=seo&overwrite=true`);
      },
    },
  },
  silent: { because: "a value that waits is left out", operations: ["rejectProposal"] },
  /** An AI provider that answers, in place of one that no test can reach; a prompt, bound to the entity; something made. */
  seed: {
    // A slug is a name that every tenant may give.
    shared: { purpose: "descriptions", slug: SLUG, prompt_slug: SLUG },
    make: async ({ tenant, canary, ids: { product_id: product, entity_id: entity } }) => {
      await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl));
      const prompt = {
        slug: SLUG,
        name: `Prompt ${canary}`,
        system_prompt: `System ${canary}`,
        user_prompt_template: "About {{title}}",
      };
      await tenant.post("/enrichment/prompts/", prompt);
      const bound = { prompt_slug: "builtin-descriptions-fr" };
      await tenant.put("/enrichment/prompt-bindings/group/descriptions", bound);
      await tenant.put(`/enrichment/prompt-bindings/entities/${entity}/descriptions`, bound);
      await tenant.post(`/enrichment/products/${product}?types=seo&auto_apply=false`);
      const { body: waiting } = await tenant.get(`/enrichment/review?product_id=${product}`);
      const { body: batch } = await tenant.post("/enrichment/batch", {
        name: `Batch ${canary}`,
        filters: { product_ids: [product] },
        enrichmentTypes: ["attributes"],
      });
      const { body: translation } = await tenant.post("/enrichment/translate/batch", {
        languages: ["nl"],
        filter: { product_ids: [product] },
      });
      const form = new FormData();
      form.set("file", new File([`Passage ${canary}`], "sheet.txt"));
      const { body: document } = await tenant.post("/enrichment/documents", form);
      return {
        "enrichment/document_id": document.id,
        proposal_id: waiting.items[0].id,
        batch_id: batch.id,
        "enrichment/job_id": batch.id,
        "translate/job_id": translation.id,
      };
    },
    bodies: () => ({
      decideProposals: { action: "reject", filter: { field: "nothing" } },
      createPrompt: { slug: "swept", name: "Swept", system_prompt: "S", user_prompt_template: "{{title}}" },
      createEnrichmentBatch: { name: "Swept", filters: {} },
      estimateEnrichment: {},
      createTranslationBatch: { languages: ["it"], dry_run: true },
      putTranslationTerms: { do_not_translate: ["Nord"], glossary: {} },
      bindGroupPrompt: { prompt_slug: SLUG },
      bindEntityPrompt: { prompt_slug: SLUG },
    }),
  },
});
