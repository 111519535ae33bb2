import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { given } from "../products/given.ts";

export const DESCRIPTION = "<p>Une chaise en chêne massif, solide et confortable, pour la salle à manger.</p>";

/** What an obedient model answers to the built-in prompts. */
export function answerOf(body: string): string {
  const system = String(JSON.parse(body).messages[0].content);
  if (system.includes("seo_title")) {
    return JSON.stringify({ seo_title: "Chaise en chêne", seo_meta_description: "Une chaise solide." });
  }
  if (system.includes('"attributes"')) return JSON.stringify({ attributes: { Matière: "Chêne", Hauteur: "80 cm" } });
  if (system.includes('"confidence"')) return JSON.stringify({ category: "Meubles > Chaises", confidence: 0.9 });
  return DESCRIPTION;
}

/** A tenant with a chair and a model that answers. */
export async function givenModel(more: object = {}, product: object = {}) {
  const { tenant, id, db } = await given({ title: "Chaise", description: "Ancienne", ...product });
  const provider = await openChatProvider();
  provider.says(answerOf);
  await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl, more));
  const path = `/enrichment/products/${id}`;
  return {
    tenant,
    id,
    db,
    provider,
    path,
    run: (query = "") => tenant.post(`${path}${query}`),
    entity: async (more: object = {}) => {
      const { body } = await tenant.post("/entities", { code: "SHOP", name: "Shop", default_language: "fr", ...more });
      return String(body.id);
    },
  };
}

export const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];
