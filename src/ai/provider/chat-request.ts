import type { ReadyDependency } from "../../settings/read-dependency.ts";
import type { ProviderRequest } from "./call-provider.ts";
import type { ChatModel } from "./choose-model.ts";
import { type Effort, type RequestRules, rulesOf } from "./request-rules.ts";

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

/** What an answer in JSON looks like; every object in it names its properties and takes no other. */
export interface AnswerSchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface ChatRequest extends ChatModel {
  messages: readonly ChatMessage[];
  /** Whether the answer is to be a JSON object, which the messages say too. */
  isJson?: boolean | undefined;
  /** Which one, where the provider can hold the model to that. */
  schema?: AnswerSchema | undefined;
  /** Fewer tokens than the setting lets an answer have. */
  outputTokensMax?: number | undefined;
}

/** What a request may do without. */
const OPTIONS = {
  temperature: /(?:^|\.)temperature$/,
  effort: /(?:^|\.)(?:reasoning_effort|effort|output_config)\b/,
  json: /^response_format\b|(?:^|\.)(?:json_schema|output_config|format)\b/,
  tokens: /(?:^|\.)max_(?:completion_)?tokens$/,
  role: /^(?:developer|system_role|role)$/,
} as const;
export type Option = keyof typeof OPTIONS;

/** What a refusal names of what was sent, so that it can be sent without. */
export const namedOptions = (names: readonly string[], sent: readonly Option[]): Option[] =>
  sent.filter((option) => names.some((name) => OPTIONS[option].test(name)));

type Body = Record<string, unknown>;

function temperatureOf(value: Record<string, unknown>, { temperatureMax }: RequestRules): number | undefined {
  const wished = value["temperature"];
  return typeof wished === "number" && temperatureMax !== null ? Math.min(wished, temperatureMax) : undefined;
}

/** The parts of a body that are optional, by what a refusal of them is called. */
function optionsOf(
  { value }: ReadyDependency,
  rules: RequestRules,
  { provider, isJson, schema, outputTokensMax }: ChatRequest,
): Partial<Record<Option, Body>> {
  const tokens = outputTokensMax ?? value["max_output_tokens"];
  const wished = value["reasoning_effort"] as Effort | null | undefined;
  const effort = wished != null && rules.efforts.includes(wished) ? wished : undefined;
  const isFree = rules.temperatureAt === undefined || (effort !== undefined && rules.temperatureAt.includes(effort));
  const temperature = isFree ? temperatureOf(value, rules) : undefined;
  const isClaude = provider === "anthropic";
  const json = isJson ? jsonOf(rules, schema, isClaude) : undefined;
  return {
    ...(temperature !== undefined && { temperature: { temperature } }),
    ...(tokens != null && { tokens: { [rules.tokenField]: tokens } }),
    ...(effort !== undefined && {
      effort: isClaude ? { output_config: { effort } } : { reasoning_effort: effort },
    }),
    ...(json && { json }),
  };
}

function jsonOf({ json }: RequestRules, schema: ChatRequest["schema"], isClaude: boolean): Body | undefined {
  if (json === "none") return undefined;
  if (json === "schema" && schema) {
    return isClaude
      ? { output_config: { format: { type: "json_schema", schema: schema.schema } } }
      : { response_format: { type: "json_schema", json_schema: { ...schema, strict: true } } };
  }
  return isClaude ? undefined : { response_format: { type: "json_object" } };
}

/** Both may say something of the output. */
function merged(parts: readonly Body[]): Body {
  const outputs = parts.flatMap(({ output_config: config }) => (config === undefined ? [] : [config]));
  return Object.assign({}, ...parts, outputs.length > 0 && { output_config: Object.assign({}, ...outputs) });
}

/** What is sent in place of what was refused: the other name of the tokens; the other role; nothing. */
function swapped(rules: RequestRules, leftOut: readonly Option[]): RequestRules {
  const other = rules.tokenField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return {
    ...rules,
    ...(leftOut.includes("tokens") && { tokenField: other }),
    ...(leftOut.includes("role") && { systemRole: "system" as const }),
  };
}

/** The request that asks a provider, in its own protocol, without the options that it has refused; and those that it has. */
export function chatRequest(
  ready: ReadyDependency,
  request: ChatRequest,
  leftOut: readonly Option[] = [],
): ProviderRequest & { options: Option[] } {
  const { value, secret } = ready;
  const { provider, model, messages } = request;
  const rules = swapped(rulesOf(value, provider, model), leftOut);
  const base = String(value["base_url"] ?? BASE_URLS[provider] ?? "").replace(/\/+$/, "");
  const timeoutMs = Number(value["timeout_seconds"]) * 1000;
  const all = Object.entries(optionsOf(ready, rules, request)) as [Option, Body][]; // it has these keys
  const kept = all.filter(([option]) => option === "tokens" || !leftOut.includes(option));
  const common = { model, ...merged(kept.map(([, part]) => part)) };
  const isDeveloper = rules.systemRole === "developer";
  const options = [...kept.map(([option]) => option), ...(isDeveloper ? (["role"] as const) : [])];
  const rest = { timeoutMs, options };
  if (provider !== "anthropic") {
    const sentMessages = isDeveloper
      ? messages.map((each) => (each.role === "system" ? { ...each, role: "developer" as const } : each))
      : messages;
    const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
    return { ...rest, url: `${base}/chat/completions`, headers, body: { ...common, messages: sentMessages } };
  }
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  return {
    ...rest,
    url: `${base}/messages`,
    headers: { "x-api-key": secret ?? "", "anthropic-version": ANTHROPIC_VERSION },
    body: { ...common, ...(system.length > 0 && { system: system.join("\n\n") }), messages: others },
  };
}
