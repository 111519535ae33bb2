import type { Outbound } from "../outbound/outbound.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { ReadyDependency } from "../settings/read-dependency.ts";

const ANSWER_BYTES_MAX = 4_194_304;

/** Where each provider takes chats in the form of OpenAI's API. `openai_compatible` is at the tenant's own address. */
const BASE_URLS: Record<string, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  mistral: "https://api.mistral.ai/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta/openai",
};

/** What a model is told. */
export interface ChatMessage {
  role: "system" | "user";
  content: string;
}

/** What a model has answered, or why there is no answer: in words without secrets. Plain data. */
export type ChatAnswer = { text: string } | { failure: string };

/** A provider with the model that is assigned to descriptions. */
export interface ChatModel {
  provider: string;
  model: string;
}

/** The model of a configured provider for descriptions. */
export function modelForDescriptions({ value }: ReadyDependency): ChatModel {
  const provider = String(value["provider"]);
  // The schema of the setting says so.
  const assigned = (value["assignments"] as { descriptions?: ChatModel } | undefined)?.descriptions;
  // Only the configured provider has a key.
  return assigned?.provider === provider ? assigned : { provider, model: String(value["model"]) };
}

/** Asks the model of a configured provider once. Never throws. */
export async function completeChat(
  outbound: Outbound,
  ready: ReadyDependency,
  messages: readonly ChatMessage[],
): Promise<ChatAnswer> {
  const { value, secret } = ready;
  const { provider, model } = modelForDescriptions(ready);
  const base = String(value["base_url"] ?? BASE_URLS[provider] ?? "").replace(/\/+$/, "");
  try {
    const { status, body, isCut } = await outbound.request(`${base}/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        temperature: value["temperature"],
        max_tokens: value["max_output_tokens"],
      }),
      timeoutMs: Number(value["timeout_seconds"]) * 1000,
      bytesMax: ANSWER_BYTES_MAX,
      schemes: ["https:", "http:"],
    });
    if (status !== 200) return { failure: `The provider answered ${status}` };
    const text = isCut ? undefined : textIn(body.toString("utf8"));
    return text === undefined ? { failure: "The provider's answer cannot be read" } : { text };
  } catch (error) {
    if (error instanceof OutboundError) return { failure: error.message };
    throw error;
  }
}

/** The text of the first choice of an answer. */
function textIn(body: string): string | undefined {
  try {
    const content: unknown = JSON.parse(body)?.choices?.[0]?.message?.content;
    return typeof content === "string" ? content : undefined;
  } catch {
    return undefined;
  }
}
