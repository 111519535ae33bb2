import type { Outbound } from "../../outbound/outbound.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
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

/** The messages for a model. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What a model has said. */
interface Said extends Usage {
  text: string;
  /** Whether it ended with the last token that it may use. */
  isCut: boolean;
}

/** What a model has answered, or why there is no answer: in words without secrets. Plain data. */
export type ChatAnswer = Said | { failure: ProviderFailure };

export interface ChatRequest extends ChatModel {
  messages: readonly ChatMessage[];
  /** Whether the answer is to be a JSON object, which the messages say too. */
  isJson?: boolean | undefined;
}

/** Providers that can be made to answer in JSON; other servers may refuse a request that says so. */
const HOLDS_TO_JSON: ReadonlySet<string> = new Set(["openai", "mistral", "gemini"]);
/** Above it Anthropic refuses a request; other providers go to 2. */
const ANTHROPIC_TEMPERATURE_MAX = 1;

/** OpenAI's models that think before they answer: they take no temperature but their own. */
const THINKERS = /^(?:o\d|gpt-[5-9])/;

/**
 * How many tokens an answer may have, and how free it is, in the words of each provider: OpenAI's own service has given up
 * `max_tokens`, which Mistral insists on, as servers like it do. Sources: platform.openai.com/docs/api-reference/chat/create,
 * docs.mistral.ai/api, ai.google.dev/gemini-api/docs/openai
 */
function limitsOf(provider: string, model: string, value: Record<string, unknown>) {
  const [temperature, tokens] = [value["temperature"], value["max_output_tokens"]];
  if (provider !== "openai") return { temperature, max_tokens: tokens };
  return THINKERS.test(model) ? { max_completion_tokens: tokens } : { temperature, max_completion_tokens: tokens };
}

/** The request that asks a provider, in its own protocol. */
export function chatRequest(
  { value, secret }: ReadyDependency,
  { provider, model, messages, isJson }: ChatRequest,
): ProviderRequest {
  const base = String(value["base_url"] ?? BASE_URLS[provider] ?? "").replace(/\/+$/, "");
  const timeoutMs = Number(value["timeout_seconds"]) * 1000;
  const common = { model, ...limitsOf(provider, model, value) };
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

/** No model takes or gives more at once: a greater count is a fault of the server. */
const TOKENS_MAX = 100_000_000;
const CHARACTERS_A_TOKEN = 3;

const countOf = (value: unknown): number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= TOKENS_MAX ? Number(value) : 0;

/** Whether a server says what no call can have used. Such an answer was paid for all the same. */
const isAbsurd = (usage: object): boolean =>
  Object.values(usage).some((value) => typeof value === "number" && !(value >= 0 && value <= TOKENS_MAX));

/** What was sent and answered, counted by us. */
const estimateOf = (messages: ChatRequest["messages"], text: string) => ({
  inputTokens: Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / CHARACTERS_A_TOKEN),
  outputTokens: Math.ceil(text.length / CHARACTERS_A_TOKEN),
});

/** The words of an answer that is in parts: what a model has thought is none of them. */
const textOfParts = (parts: readonly unknown[]): string =>
  parts.flatMap((part) => (Object(part).type === "text" ? [String(Object(part).text)] : [])).join("");

function readAnthropic({ content, usage, stop_reason: reason }: Record<string, unknown>): Said | undefined {
  if (!Array.isArray(content)) return undefined;
  const { input_tokens: input, output_tokens: output, ...cache } = Object(usage);
  // What the cache has stored or read is counted separately.
  const { cache_creation_input_tokens: written, cache_read_input_tokens: known } = cache;
  const inputTokens = countOf(input) + countOf(written) + countOf(known);
  return { text: textOfParts(content), isCut: reason === "max_tokens", inputTokens, outputTokens: countOf(output) };
}

function readOpenAi({ choices, usage }: Record<string, unknown>): Said | undefined {
  if (!Array.isArray(choices)) return undefined;
  const { message, finish_reason: reason } = Object(choices[0]);
  const content: unknown = Object(message).content;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = Object(usage);
  // Mistral's models that think answer in parts.
  const text = Array.isArray(content) ? textOfParts(content) : typeof content === "string" ? content : "";
  // What Gemini has thought is paid for as output, and only in the total.
  const outputTokens = Math.max(countOf(output), countOf(total) - countOf(input));
  const isCut = reason === "length" || reason === "model_length";
  return { text, isCut, inputTokens: countOf(input), outputTokens };
}

/**
 * The text of an answer with the tokens that were counted, in either protocol; `undefined` when it is neither. Counts that
 * cannot be are replaced by ours.
 */
function readAnswer({ provider, messages }: ChatRequest, body: string): Said | undefined {
  try {
    const answer = Object(JSON.parse(body));
    const said = provider === "anthropic" ? readAnthropic(answer) : readOpenAi(answer);
    return said && isAbsurd(Object(answer.usage)) ? { ...said, ...estimateOf(messages, said.text) } : said;
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
  const outcome = await callProvider(outbound, chatRequest(ready, request), options);
  if ("failure" in outcome) return outcome;
  const answer = readAnswer(request, outcome.text);
  const message = "The provider's answer cannot be read";
  return answer ?? { failure: { kind: "rejected", message, retryAfterSeconds: 30 } };
}
