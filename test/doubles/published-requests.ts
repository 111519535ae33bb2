import { schemaFaults } from "./published-schemas.ts";

/** What a provider publishes of its requests. */
interface Published {
  /** Where from, and of which day. */
  source: string;
  /** Every property of a request; it refuses all others. */
  fields: string;
  required: readonly string[];
  roles: readonly string[];
  temperatureMax: number;
  efforts: readonly string[];
}

const names = (text: string): string[] => text.trim().split(/\s+/);

/** The compact form of what each provider publishes: names of properties, required ones, words and ranges. */
export const PUBLISHED = {
  openai: {
    source: "openai/openai-openapi 2026-08-21, CreateChatCompletionRequest; openai-node 6.49.0",
    fields: `messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens
      metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options
      prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
      stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`,
    required: ["messages", "model"],
    roles: ["developer", "system", "user", "assistant", "tool", "function"],
    temperatureMax: 2,
    efforts: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  },
  anthropic: {
    source: "anthropic-sdk-typescript 2026-08-19 and 1.13.0 (2026-11-23), MessageCreateParamsBase",
    fields: `max_tokens messages model cache_control container diagnostics inference_geo metadata output_config service_tier
      speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p`,
    required: ["max_tokens", "messages", "model"],
    roles: ["user", "assistant"],
    temperatureMax: 1,
    efforts: ["low", "medium", "high", "xhigh", "max"],
  },
  mistral: {
    source: "mistralai/platform-docs-public 2026-08-21, openapi.yaml, ChatCompletionRequest",
    fields: `model temperature top_p max_tokens stream stop random_seed metadata messages response_format tools tool_choice
      presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode reasoning_effort guardrails
      prompt_cache_key safe_prompt`,
    required: ["messages", "model"],
    roles: ["system", "user", "assistant", "tool"],
    temperatureMax: 1.5,
    efforts: ["high", "none"],
  },
  gemini: {
    source: "ai.google.dev/gemini-api/docs/openai, read 2026-11-25; what it takes of OpenAI's request",
    fields: `messages model max_tokens max_completion_tokens temperature top_p n stop stream stream_options response_format
      reasoning_effort tools tool_choice seed presence_penalty frequency_penalty logprobs top_logprobs extra_body user`,
    required: ["messages", "model"],
    roles: ["system", "developer", "user", "assistant", "tool"],
    temperatureMax: 2,
    efforts: ["none", "minimal", "low", "medium", "high"],
  },
} as const satisfies Record<string, Published>;
export type PublishedProvider = keyof typeof PUBLISHED;
type Body = Record<string, unknown>;

/** A refusal: which parameter, and why. */
export interface Fault {
  param: string;
  message: string;
}

const fault = (param: string, message: string): Fault[] => [{ param, message }];

/** OpenAI's models that think: the guide on reasoning. From 5.1 on they take a temperature at the effort none. */
const OPENAI_THINKER = /^(?:o\d|gpt-[5-9](?![\d.]*-chat))/;
const TAKES_AT_NONE = /^gpt-(?:5\.[1-9]|[6-9])(?![\d.]*-pro)/;
/** Claude's models up to Opus 4.6, and those that are none of its successors. */
const OLDER_CLAUDE = /^claude-(?:3|(?:haiku|sonnet|opus)-4(?:-[0-6])?(?:-\d{8})?$)/;
const CLAUDE_EFFORT = /^claude-(?:opus-4-[5-9]|sonnet-4-6|(?:fable|haiku|sonnet|opus|mythos)-[5-9])/;
const CLAUDE_SCHEMA = /^claude-(?:(?:opus|sonnet|haiku)-4-[5-9]|(?:fable|haiku|sonnet|opus|mythos)-[5-9])/;

function ofOpenAi(model: string, body: Body): Fault[] {
  if (!OPENAI_THINKER.test(model))
    return "reasoning_effort" in body ? fault("reasoning_effort", "is not supported") : [];
  const takes = TAKES_AT_NONE.test(model) && body["reasoning_effort"] === "none";
  return [
    ...("temperature" in body && !takes ? fault("temperature", "does not support this value with this model") : []),
    ...("max_tokens" in body ? fault("max_tokens", "is not supported: use 'max_completion_tokens' instead") : []),
  ];
}

function ofClaude(model: string, body: Body): Fault[] {
  const { effort, format } = Object(body["output_config"]);
  const isOlder = OLDER_CLAUDE.test(model);
  return [
    ...(!isOlder && "temperature" in body && body["temperature"] !== 1
      ? fault("temperature", "is not supported by models released after Claude Opus 4.6")
      : []),
    ...(effort !== undefined && !CLAUDE_EFFORT.test(model) ? fault("output_config.effort", "is not supported") : []),
    ...(format !== undefined && !CLAUDE_SCHEMA.test(model) ? fault("output_config.format", "is not supported") : []),
    ...(format !== undefined && format.type !== "json_schema" ? fault("output_config.format.type", "unknown") : []),
    ...(format === undefined
      ? []
      : schemaFaults("anthropic", format.schema).map((message) => ({ param: "output_config.format", message }))),
  ];
}

function ofFormat(provider: PublishedProvider, body: Body): Fault[] {
  const format = body["response_format"];
  if (format === undefined) return [];
  const { type, json_schema: held, ...more } = Object(format);
  if (!["text", "json_object", "json_schema"].includes(type) || Object.keys(more).length > 0) {
    return fault("response_format", "unknown form");
  }
  if (type !== "json_schema") return [];
  const { name, strict, schema, description: _, ...rest } = Object(held);
  if (Object.keys(rest).length > 0) return fault("response_format.json_schema", "unknown member");
  return /^[\w-]{1,64}$/.test(String(name)) && strict === true
    ? schemaFaults(provider, schema).map((message) => ({ param: "response_format", message }))
    : fault("response_format", "no name, or not strict");
}

const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) > 0);

/** All that a provider would refuse of a request, by what it publishes. */
export function faultsOf(provider: PublishedProvider, body: Body): Fault[] {
  const known: Published = PUBLISHED[provider];
  const { temperature, reasoning_effort: effort } = body;
  const model = String(body["model"]);
  const messages = [body["messages"]].flat() as Body[];
  const fields = names(known.fields);
  const isTempered =
    temperature === undefined ||
    (typeof temperature === "number" && temperature >= 0 && temperature <= known.temperatureMax);
  const wrongRole = messages.some(({ role, content }) => !known.roles.includes(String(role)) || !content);
  return [
    ...Object.keys(body).flatMap((name) => (fields.includes(name) ? [] : fault(name, "unknown parameter"))),
    ...known.required.flatMap((name) => (name in body ? [] : fault(name, "is required"))),
    ...(isTempered ? [] : fault("temperature", "out of range")),
    ...(isCount(body["max_tokens"]) ? [] : fault("max_tokens", "is no count")),
    ...(isCount(body["max_completion_tokens"]) ? [] : fault("max_completion_tokens", "is no count")),
    ...("max_tokens" in body && "max_completion_tokens" in body ? fault("max_tokens", "both are given") : []),
    ...(effort === undefined || known.efforts.includes(String(effort))
      ? []
      : fault("reasoning_effort", "unknown word")),
    ...(wrongRole ? fault("messages", "unknown role or no content") : []),
    ...(provider === "anthropic" ? ofClaude(model, body) : ofFormat(provider, body)),
    ...(provider === "openai" ? ofOpenAi(model, body) : []),
  ];
}
