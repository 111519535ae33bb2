import type { Outbound } from "../outbound/outbound.ts";
import type { ReadyDependency } from "../settings/read-dependency.ts";
import { type CallOptions, callProvider, type ProviderFailure, type ProviderRequest } from "./call-provider.ts";
import type { ChatModel, Usage } from "./choose-model.ts";

/** Where each provider takes chats in the form of OpenAI's API. `openai_compatible` is at the tenant's own address. */
const BASE_URLS: Record<string, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  mistral: "https://api.mistral.ai/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta/openai",
};
const ANTHROPIC_VERSION = "2023-06-01";

/** What a model is told. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What a model has answered, or why there is no answer: in words without secrets. Plain data. */
export type ChatAnswer = ({ text: string } & Usage) | { failure: ProviderFailure };

export interface ChatRequest extends ChatModel {
  messages: readonly ChatMessage[];
  /** Whether the answer is to be a JSON object, which the messages say too. */
  isJson?: boolean | undefined;
}

/** Providers that hold a model to JSON when they are told; other servers may refuse a request that says so. */
const HOLDS_TO_JSON: ReadonlySet<string> = new Set(["openai", "mistral", "gemini"]);
/** Above it Anthropic refuses a request; other providers go to 2. */
const ANTHROPIC_TEMPERATURE_MAX = 1;

function requestOf(
  { value, secret }: ReadyDependency,
  { provider, model, messages, isJson }: ChatRequest,
): ProviderRequest {
  const base = String(value["base_url"] ?? BASE_URLS[provider] ?? "").replace(/\/+$/, "");
  const timeoutMs = Number(value["timeout_seconds"]) * 1000;
  const common = { model, temperature: value["temperature"], max_tokens: value["max_output_tokens"] };
  if (provider !== "anthropic") {
    const form = isJson && HOLDS_TO_JSON.has(provider) ? { response_format: { type: "json_object" } } : {};
    const headers = secret === null ? undefined : { authorization: `Bearer ${secret}` };
    return {
      url: `${base}/chat/completions`,
      headers: { ...headers },
      body: { ...common, messages, ...form },
      timeoutMs,
    };
  }
  const temperature = Math.min(Number(value["temperature"]), ANTHROPIC_TEMPERATURE_MAX);
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return {
    url: `${base}/messages`,
    headers: { "x-api-key": secret ?? "", "anthropic-version": ANTHROPIC_VERSION },
    body: {
      ...common,
      temperature,
      system: system.join("\n\n"),
      messages: messages.filter(({ role }) => role !== "system"),
    },
    timeoutMs,
  };
}

const countOf = (value: unknown): number => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0);

/** The text of an answer with the tokens that were counted, in either protocol; `undefined` when it is neither. */
function readAnswer(provider: string, body: string): ({ text: string } & Usage) | undefined {
  try {
    const answer = JSON.parse(body);
    if (provider === "anthropic") {
      const parts: unknown[] = Array.isArray(answer?.content) ? answer.content : [];
      const texts = parts.flatMap((part) => (Object(part).type === "text" ? [String(Object(part).text)] : []));
      if (!Array.isArray(answer?.content)) return undefined;
      const { input_tokens: input, output_tokens: output, ...cache } = Object(answer.usage);
      // What the cache has kept or read is counted apart.
      const { cache_creation_input_tokens: kept, cache_read_input_tokens: known } = cache;
      const inputTokens = countOf(input) + countOf(kept) + countOf(known);
      return { text: texts.join(""), inputTokens, outputTokens: countOf(output) };
    }
    const { prompt_tokens: input, completion_tokens: output } = Object(answer?.usage);
    const text: unknown = answer?.choices?.[0]?.message?.content;
    if (!Array.isArray(answer?.choices)) return undefined;
    return {
      text: typeof text === "string" ? text : "",
      inputTokens: countOf(input),
      outputTokens: countOf(output),
    };
  } catch {
    return undefined;
  }
}

/** Asks a model of a configured provider, three times at most. Throws only the signal's reason. */
export async function completeChat(
  outbound: Outbound,
  ready: ReadyDependency,
  request: ChatRequest,
  options: CallOptions = {},
): Promise<ChatAnswer> {
  const outcome = await callProvider(outbound, requestOf(ready, request), options);
  if ("failure" in outcome) return outcome;
  const answer = readAnswer(request.provider, outcome.text);
  const message = "The provider's answer cannot be read";
  return answer ?? { failure: { kind: "rejected", message, retryAfterSeconds: 30 } };
}
