import { insertHistory } from "../../../db/enrichment/results.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import type { SourceText } from "../enrichment/metadata.ts";
import type { TranslatedBy } from "./translate-variant.ts";

/** What a batch has made of a product in a language, and what was there. */
interface MadeTexts {
  productId: string;
  entityId: string;
  language: string;
  /** What stood in the place before. */
  content: Readonly<Record<string, unknown>>;
  texts: Readonly<Record<string, string>>;
  sources: readonly SourceText[];
  by: TranslatedBy;
  isApplied: boolean;
  costMicros: number;
}

/** The texts in the form in which runs show translations. */
const byLanguage = (language: string, texts: Readonly<Record<string, unknown>>) =>
  Object.keys(texts).length === 0 ? undefined : { [language]: texts };

/** Notes translated texts in the history of their product: who made them, by which prompts, of which texts. */
export async function noteTranslation(tx: Tx, made: MadeTexts, { newId, now }: MutationContext): Promise<void> {
  const { productId, entityId, language, content, texts, sources, by, isApplied, costMicros } = made;
  const { provider, model, prompt, names } = by;
  const isThere = ([field]: [string, unknown]) => typeof content[field] === "string";
  const before = Object.entries(texts)
    .filter(isThere)
    .map(([field]) => [field, content[field]]);
  await insertHistory(tx, [
    {
      ...{ id: newId(), productId, entityId: entityId || null, type: "translate", provider, model },
      previousValue: byLanguage(language, Object.fromEntries(before)),
      newValue: byLanguage(language, texts),
      promptSlug: prompt?.slug ?? null,
      promptVersion: [prompt?.version, names?.version].filter((each) => each !== undefined).join(", ") || null,
      sources: [...sources],
      isApplied,
      costMicros,
      createdAtMs: now(),
    },
  ]);
}
