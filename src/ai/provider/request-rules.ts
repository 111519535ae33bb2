/** How hard a model thinks. */
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];

export const TOKEN_FIELDS = ["max_tokens", "max_completion_tokens"] as const;
export const SYSTEM_ROLES = ["system", "developer"] as const;
/** How an answer is held to JSON: to a schema, to any object, or only by the words of the prompt. */
export const JSON_FORMS = ["schema", "object", "none"] as const;

/** What a request to a model may contain. */
export interface RequestRules {
  /** The highest temperature it takes; `null`: it takes none but its own. */
  temperatureMax: number | null;
  /** Of these efforts it takes a temperature all the same. */
  temperatureAt?: readonly Effort[];
  tokenField: (typeof TOKEN_FIELDS)[number];
  /** The efforts that it knows; none: it takes no such parameter. */
  efforts: readonly Effort[];
  json: (typeof JSON_FORMS)[number];
  systemRole: (typeof SYSTEM_ROLES)[number];
}

const OPENAI: RequestRules = {
  temperatureMax: 2,
  tokenField: "max_completion_tokens",
  efforts: [],
  json: "schema",
  systemRole: "system",
};
/** Models that think take a temperature only at the lowest effort. */
const OPENAI_THINKER: RequestRules = { ...OPENAI, temperatureMax: null, systemRole: "developer" };
const CLAUDE: RequestRules = {
  temperatureMax: 1,
  tokenField: "max_tokens",
  efforts: [],
  json: "none",
  systemRole: "system",
};
const MISTRAL: RequestRules = {
  temperatureMax: 1.5,
  tokenField: "max_tokens",
  efforts: [],
  json: "schema",
  systemRole: "system",
};
const GEMINI: RequestRules = {
  temperatureMax: 2,
  tokenField: "max_tokens",
  efforts: [],
  json: "schema",
  systemRole: "system",
};

type Rule = readonly [models: RegExp, rules: RequestRules];

/**
 * What each provider's models take, the first that fits. Sources, read on 2026-11-25: openai-openapi of 2026-08-21
 * (CreateChatCompletionRequest) and openai-node 6.49.0 with the guide on reasoning; anthropic-sdk-typescript of 2026-08-19
 * (MessageCreateParamsBase: "models released after Claude Opus 4.6 do not support setting temperature") and 1.13.0, which has
 * no temperature any more, with the guides on effort and structured outputs; Mistral's openapi.yaml of 2026-08-21
 * (ChatCompletionRequest, no other property); ai.google.dev/gemini-api/docs/openai.
 */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  openai: [
    [/^(?:gpt-5(?:\.\d+)?-chat|chatgpt-)/, { ...OPENAI }],
    [/^o1-(?:mini|preview)/, { ...OPENAI_THINKER, json: "none", systemRole: "system" }],
    [/^o\d/, { ...OPENAI_THINKER, efforts: ["low", "medium", "high"] }],
    [/^gpt-5-pro/, { ...OPENAI_THINKER, efforts: ["high"] }],
    [/^gpt-5(?:-|$)/, { ...OPENAI_THINKER, efforts: ["minimal", "low", "medium", "high"] }],
    [/^gpt-5\.\d+-pro/, { ...OPENAI_THINKER, json: "none", efforts: ["medium", "high", "xhigh"] }],
    [
      /^gpt-5\.1/,
      { ...OPENAI_THINKER, temperatureMax: 2, temperatureAt: ["none"], efforts: ["none", "low", "medium", "high"] },
    ],
    [
      /^gpt-5\.[2-5]/,
      {
        ...OPENAI_THINKER,
        temperatureMax: 2,
        temperatureAt: ["none"],
        efforts: ["none", "low", "medium", "high", "xhigh"],
      },
    ],
    [
      /^gpt-(?:5\.[6-9]|[6-9])/,
      {
        ...OPENAI_THINKER,
        temperatureMax: 2,
        temperatureAt: ["none"],
        efforts: ["none", "low", "medium", "high", "xhigh", "max"],
      },
    ],
    [/^gpt-(?:3\.5|4$|4-|4o-2024-05-13)/, { ...OPENAI, json: "object" }],
    [/./, OPENAI],
  ],
  anthropic: [
    [/^claude-(?:3|sonnet-4(?:$|-0|-\d{8})|opus-4(?:$|-0|-1|-\d{8}))/, CLAUDE],
    [/^claude-(?:haiku-4-5|sonnet-4-5)/, { ...CLAUDE, json: "schema" }],
    [/^claude-opus-4-5/, { ...CLAUDE, json: "schema", efforts: ["low", "medium", "high"] }],
    [/^claude-(?:opus|sonnet)-4-6/, { ...CLAUDE, json: "schema", efforts: ["low", "medium", "high", "max"] }],
    // Newer ones, also those that are not known here.
    [/./, { ...CLAUDE, temperatureMax: null, json: "schema", efforts: ["low", "medium", "high", "xhigh", "max"] }],
  ],
  mistral: [
    [/^(?:magistral|mistral-(?:small|medium)-(?:latest|2[6-9]))/, { ...MISTRAL, efforts: ["none", "high"] }],
    [/./, MISTRAL],
  ],
  gemini: [
    [/^gemini-[12]\.0/, GEMINI],
    [/^gemini-2\.5-pro/, { ...GEMINI, efforts: ["minimal", "low", "medium", "high"] }],
    [/^gemini-2\.5/, { ...GEMINI, efforts: ["none", "minimal", "low", "medium", "high"] }],
    [/./, { ...GEMINI, efforts: ["minimal", "low", "medium", "high"] }],
  ],
};

const OF_OTHERS: RequestRules = {
  temperatureMax: 2,
  tokenField: "max_tokens",
  efforts: EFFORTS,
  json: "none",
  systemRole: "system",
};

/** What is known of a model; a server at the tenant's own address takes what the setting says it does. */
export function rulesOf(value: Record<string, unknown>, provider: string, model: string): RequestRules {
  const known = RULES[provider]?.find(([models]) => models.test(model))?.[1];
  if (known) return known;
  const own: Partial<RequestRules> = {
    ...(value["token_field"] != null && { tokenField: value["token_field"] as RequestRules["tokenField"] }),
    ...(value["system_role"] != null && { systemRole: value["system_role"] as RequestRules["systemRole"] }),
    ...(value["json_output"] != null && { json: value["json_output"] as RequestRules["json"] }),
  };
  return { ...OF_OTHERS, ...own };
}
