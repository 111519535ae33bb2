import type { ProductRow } from "../../../db/products/product-row.ts";
import { GUARD, marked } from "../../ai/prompts/render-template.ts";
import type { ProviderFailure } from "../../ai/provider/call-provider.ts";
import type { ChatMessage } from "../../ai/provider/chat-request.ts";
import type { EntityRow } from "../../reference/entities/entity.ts";

/** What a model wrote for an entity. */
export interface Rewritten {
  description: string;
  shortDescription: string;
}

/** Which texts to write. Plain data: the input of a call. */
export interface RewriteRequest {
  productId: string;
  entityIds: string[];
  instructions: string | null;
}

/** What a model wrote for one entity, cleaned, or why it did not. Plain data. */
export type RewriteOutcome = { entityId: string } & (Rewritten | { failure: string; cause?: ProviderFailure });

const SYSTEM = `You write product texts for one sales channel. Answer with one JSON object and nothing else:
{"description": "...", "short_description": "..."}. The description may use simple HTML (p, ul, li, strong); the short
description is plain text of at most 300 characters. Use only facts that the product data state; invent nothing.
${GUARD}`;

/** The messages that have a model rewrite a product's texts for an entity. */
export function rewritingMessages(
  product: ProductRow,
  entity: EntityRow,
  { language, instructions }: { language: string; instructions: string | null },
): ChatMessage[] {
  const data = {
    title: product.title,
    description: product.description,
    short_description: product.shortDescription,
    bullet_points: product.extra["bullet_points"],
    attributes: product.extra["attributes"],
  };
  const wishes = instructions === null ? "" : `\nWishes of the channel: ${instructions}`;
  const task = `Channel: ${entity.name}\nLanguage of the texts (ISO 639-1): ${language}${wishes}`;
  return [
    { role: "system", content: SYSTEM },
    { role: "user", content: `${task}\nProduct data:\n${marked(JSON.stringify(data))}` },
  ];
}

/** The texts in a model's answer, which may stand among other words; `undefined` when it has none. */
export function readRewritten(answer: string): Rewritten | undefined {
  const json = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  try {
    const { description, short_description: shortDescription } = JSON.parse(json) as Record<string, unknown>;
    if (typeof description !== "string" || typeof shortDescription !== "string") return undefined;
    return description.trim() === "" || shortDescription.trim() === "" ? undefined : { description, shortDescription };
  } catch {
    return undefined;
  }
}
