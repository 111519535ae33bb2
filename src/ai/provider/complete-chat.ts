import type { Outbound } from "../../outbound/outbound.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import { sendOnce, type Tried } from "./call-provider.ts";
import { type ChatRequest, chatRequest, namedOptions, type Option } from "./chat-request.ts";
import type { Usage } from "./model-cost.ts";

/** What a model has said. */
export interface Said extends Usage {
  text: string;
  /** Whether it ended with the last token that it may use. */
  isCut: boolean;
  /** Why there is no text: it would not say it, or a filter took it. */
  isWithheld?: boolean;
  /** The parameters that it does not take: it was asked once more without them. */
  leftOut?: readonly Option[];
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
  const writtenTokens = countOf(cache.cache_creation_input_tokens);
  const cachedTokens = countOf(cache.cache_read_input_tokens);
  return {
    text: textOfParts(content),
    isCut: reason === "max_tokens" || reason === "model_context_window_exceeded",
    ...(reason === "refusal" && { isWithheld: true }),
    inputTokens: countOf(input) + writtenTokens + cachedTokens,
    cachedTokens,
    writtenTokens,
    outputTokens: countOf(output),
  };
}

function readOpenAi({ choices, usage }: Record<string, unknown>): Said | undefined {
  if (!Array.isArray(choices)) return undefined;
  const { message, finish_reason: reason } = Object(choices[0]);
  const { content, refusal } = Object(message) as Record<string, unknown>;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total, ...more } = Object(usage);
  const details = Object(more.prompt_tokens_details ?? more.prompt_token_details);
  // Mistral's models that think answer in parts.
  const text = Array.isArray(content) ? textOfParts(content) : typeof content === "string" ? content : "";
  const inputTokens = countOf(input);
  return {
    text,
    isCut: reason === "length" || reason === "model_length",
    ...((reason === "content_filter" || typeof refusal === "string") && { isWithheld: true }),
    inputTokens,
    cachedTokens: Math.min(inputTokens, countOf(details.cached_tokens ?? more.num_cached_tokens)),
    writtenTokens: Math.min(inputTokens, countOf(details.cache_write_tokens)),
    // What Gemini has thought is paid for as output, and only in the total.
    outputTokens: Math.max(countOf(output), countOf(total) - inputTokens),
  };
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

const UNREADABLE = { kind: "unusable", message: "The provider's answer cannot be read", isMaybePaid: true } as const;

/** Asks a model once. */
async function ask(outbound: Outbound, ready: ReadyDependency, request: ChatRequest, leftOut: readonly Option[]) {
  const { options, ...sent } = chatRequest(ready, request, leftOut);
  const outcome = await sendOnce(outbound, sent);
  return { options, outcome };
}

/**
 * Asks a model of a configured provider once; and once more without the parameters that a refusal names, of those that it can
 * be asked without. `known`: what it has refused before. Never throws.
 */
export async function completeChat(
  outbound: Outbound,
  ready: ReadyDependency,
  request: ChatRequest,
  known: readonly Option[] = [],
): Promise<Tried<Said>> {
  let leftOut = known;
  let { options, outcome } = await ask(outbound, ready, request, leftOut);
  if ("failure" in outcome && outcome.failure.kind === "rejected") {
    const named = namedOptions(outcome.failure.names ?? [], options);
    if (named.length > 0) {
      leftOut = [...new Set([...leftOut, ...named])];
      ({ outcome } = await ask(outbound, ready, request, leftOut));
    }
  }
  if ("failure" in outcome) return outcome;
  const said = readAnswer(request, outcome.text);
  if (!said) return { failure: UNREADABLE, headers: outcome.headers ?? {} };
  return { ...said, ...(leftOut.length > 0 && { leftOut }), headers: outcome.headers ?? {} };
}
