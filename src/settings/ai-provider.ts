import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/input/one-of.ts";
import { apiKey, type Dependency, text, WebAddress } from "./dependency.ts";

const Price = Type.Number({ minimum: 0, maximum: 1_000_000 });
const AI_PROVIDERS = ["openai", "anthropic", "mistral", "gemini", "openai_compatible"] as const;
const ModelName = text("gpt-4o-mini", "Model name of the provider.");
const Assignment = Type.Optional(
  Type.Object({ provider: oneOf(AI_PROVIDERS), model: ModelName }, { title: "AiAssignment" }),
);
const Assignments = Type.Object(
  {
    descriptions: Assignment,
    categorize: Assignment,
    seo: Assignment,
    attributes: Assignment,
    translate: Assignment,
  },
  {
    additionalProperties: false,
    description: "Model by purpose, overriding `model`. Its provider is the one above: only that has a key.",
    examples: [{ seo: { provider: "openai", model: "gpt-4.1-mini" } }],
  },
);

const PerMinute = (maximum: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      description: "Of all that call the provider together; absent: what its answers say.",
    }),
  );
const Dollars = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description }));
/** What is known of every provider but a server of the tenant's own. */
const CompatibleFields = {
  token_field: Type.Optional(
    oneOf(["max_tokens", "max_completion_tokens"], {
      description: "`openai_compatible` only: how it calls the most tokens of an answer. Absent: max_tokens.",
    }),
  ),
  system_role: Type.Optional(
    oneOf(["system", "developer"], {
      description: "`openai_compatible` only: who gives instructions. Absent: system.",
    }),
  ),
  json_output: Type.Optional(
    oneOf(["schema", "object", "none"], {
      description:
        "`openai_compatible` only: how it holds answers to JSON: by `json_schema`, by `json_object`, or not. Absent: none.",
    }),
  ),
};

/** The provider of models. Source of the fields: decision S32.1. */
export const AI_PROVIDER = {
  name: "ai-provider",
  title: "AI provider",
  code: "AI_PROVIDER_NOT_CONFIGURED",
  fields: {
    provider: oneOf(AI_PROVIDERS, { description: "`openai_compatible`: any compatible server at `base_url`." }),
    model: ModelName,
    base_url: Type.Optional(WebAddress),
    economy_model: Type.Optional(ModelName),
    temperature: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 2 }), Type.Null()], {
        title: "Temperature",
        default: 0.3,
        description: "Null: none is sent. It is not sent to models that take none.",
      }),
    ),
    reasoning_effort: Type.Optional(
      oneOf(["none", "minimal", "low", "medium", "high", "xhigh", "max"], {
        description: "How hard models think, for those that know the word; absent: as they do by themselves.",
      }),
    ),
    ...CompatibleFields,
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000, default: 2000 })),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 600, default: 60 })),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        default: 4,
        description: "Calls at once, of all batches and single runs together.",
      }),
    ),
    requests_per_minute: PerMinute(1_000_000),
    tokens_per_minute: PerMinute(1_000_000_000),
    daily_budget: Dollars("US dollars a day (UTC) that calls of models and translators may cost; absent: any."),
    monthly_budget: Dollars("The same for a calendar month (UTC)."),
    usd_eur_rate: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000, default: 0.92 })),
    prices: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ input: Price, output: Price, cached: Type.Optional(Price), written: Type.Optional(Price) }),
        {
          description:
            "US dollars per million tokens, by model; `cached` and `written` of input that the provider's cache had or stored. Overrides the built-in prices of November 2026. A newer model costs what its family does; one that nothing is known of what the dearest of its provider does, and a budget asks for its price here.",
          examples: [{ "gpt-4o-mini": { input: 0.15, output: 0.6 } }],
        },
      ),
    ),
    assignments: Type.Optional(Assignments),
  },
  secret: apiKey(({ provider }) => provider !== "openai_compatible"),
  beside: [
    "model",
    "economy_model",
    "temperature",
    "max_output_tokens",
    "timeout_seconds",
    "concurrency",
    "requests_per_minute",
    "tokens_per_minute",
    "daily_budget",
    "monthly_budget",
    "reasoning_effort",
    ...Object.keys(CompatibleFields),
    "usd_eur_rate",
    "prices",
    "assignments",
  ],
  alsoNeeded: ({ provider }) => (provider === "openai_compatible" ? ["base_url"] : []),
  misfits: ({ provider, assignments, ...value }) => [
    ...Object.entries(Object(assignments)).flatMap(([purpose, assigned]) =>
      Object(assigned).provider === provider ? [] : [`assignments.${purpose}.provider`],
    ),
    ...Object.keys(CompatibleFields).filter((name) => provider !== "openai_compatible" && value[name] !== undefined),
  ],
} as const satisfies Dependency;
