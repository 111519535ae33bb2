import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { testFamily } from "../sweeps/test-families.ts";

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

export const enrichment = testFamily({
  behind: ["auth", "content"],
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
        "enrichment/job_id": batch.id,
        "translate/job_id": translation.id,
      };
    },
    bodies: () => ({
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
