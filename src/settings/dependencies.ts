import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { oneOf } from "../http/input/one-of.ts";
import type { ErrorCode } from "../http/output/faults/error-codes.ts";

/** What a setting holds besides its secret, by API name. */
export type DependencyValue = Record<string, unknown>;

/** Something of the outside that a tenant connects: a setting with one secret. */
export interface Dependency {
  /** Its name in the address and in the database: `ai-provider`. */
  name: string;
  title: string;
  /** What is refused while it is not configured; `undefined`: nothing is. */
  code: ErrorCode | undefined;
  /** What it holds besides `enabled` and the secret. A property that is not optional must be sent. */
  fields: TProperties;
  secret: {
    field: string;
    schema: TSchema;
    /** What is shown of it: its last four characters, or only that one exists. */
    shows: "hint" | "presence";
    /** `hash`: it is only ever compared, so it cannot be read again. */
    storedAs: "sealed" | "hash";
    isNeeded: (value: DependencyValue) => boolean;
  };
  /** The fields that do not say where the secret is sent. When any other changes, the secret must be sent again. */
  beside: readonly string[];
  /** Fields whose values do not go with the others, by path. */
  misfits?: (value: DependencyValue) => string[];
  /** Fields that some values of others ask for. */
  alsoNeeded?: (value: DependencyValue) => string[];
}

const URL_PATTERN = "^https?://[^\\s/?#@]+(?:[/?#]\\S*)?$";
const WebAddress = Type.String({
  maxLength: 2000,
  pattern: URL_PATTERN,
  description: "http or https address without user name and password.",
  examples: ["https://api.example.com/v1"],
});
const text = (example: string, description: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description, examples: [example] });
const Secret = Type.String({ minLength: 1, maxLength: 4000, pattern: "^\\S+$", examples: ["sk-4f0c9b1e7a2d"] });
const Price = Type.Number({ minimum: 0, maximum: 1_000_000 });

const apiKey = (isNeeded: (value: DependencyValue) => boolean): Dependency["secret"] => ({
  field: "api_key",
  schema: Secret,
  shows: "hint",
  storedAs: "sealed",
  isNeeded,
});
const always = () => true;

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

/** Every dependency of a tenant. Source of the fields: decisions S10.4, S32.1, S32.4, S32.5. */
export const DEPENDENCIES = {
  erp: {
    name: "erp",
    title: "ERP",
    code: "ERP_NOT_CONFIGURED",
    fields: { base_url: WebAddress },
    secret: apiKey(() => false),
    beside: [],
  },
  "ai-provider": {
    name: "ai-provider",
    title: "AI provider",
    code: "AI_PROVIDER_NOT_CONFIGURED",
    fields: {
      provider: oneOf(AI_PROVIDERS, { description: "`openai_compatible`: any compatible server at `base_url`." }),
      model: ModelName,
      base_url: Type.Optional(WebAddress),
      economy_model: Type.Optional(ModelName),
      temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, default: 0.3 })),
      max_output_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000, default: 2000 })),
      timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 600, default: 60 })),
      concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 64, default: 4 })),
      usd_eur_rate: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000, default: 0.92 })),
      prices: Type.Optional(
        Type.Record(Type.String(), Type.Object({ input: Price, output: Price }), {
          description:
            "US dollars per million tokens, by model. Overrides the built-in prices of November 2026. A model of a paid provider that is in neither costs what that provider's dearest does.",
          examples: [{ "gpt-4o-mini": { input: 0.15, output: 0.6 } }],
        }),
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
      "usd_eur_rate",
      "prices",
      "assignments",
    ],
    alsoNeeded: ({ provider }) => (provider === "openai_compatible" ? ["base_url"] : []),
    misfits: ({ provider, assignments }) =>
      Object.entries(Object(assignments)).flatMap(([purpose, assigned]) =>
        Object(assigned).provider === provider ? [] : [`assignments.${purpose}.provider`],
      ),
  },
  "scraper-sync-key": {
    name: "scraper-sync-key",
    title: "sync key of the price scraper",
    code: "SCRAPER_SYNC_KEY_NOT_CONFIGURED",
    fields: {},
    secret: {
      field: "key",
      schema: Type.String({
        minLength: 16,
        maxLength: 200,
        pattern: "^[\\x21-\\x7e]+$",
        description: "Key the scraper sends as `x-sync-key`.",
        examples: ["q7Xk2mV9sT4bN8rW1cZ6"],
      }),
      shows: "hint",
      storedAs: "hash",
      isNeeded: always,
    },
    beside: [],
  },
  "search-vector": {
    name: "search-vector",
    title: "vector search",
    code: "SEARCH_VECTOR_NOT_CONFIGURED",
    fields: {
      base_url: WebAddress,
      model: text("text-embedding-3-small", "The embedding model."),
      dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096, default: 1536 })),
    },
    secret: apiKey(() => false),
    beside: ["model", "dimensions"],
  },
  smtp: {
    name: "smtp",
    title: "mail server",
    code: undefined,
    fields: {
      host: Type.String({ maxLength: 253, pattern: "^[A-Za-z0-9.:-]+$", examples: ["smtp.example.com"] }),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 587 })),
      security: Type.Optional(
        oneOf(["starttls", "tls", "none"], {
          default: "starttls",
          description: "`tls`: implicit TLS, usually port 465.",
        }),
      ),
      username: Type.Optional(text("catalog@example.com", "Absent if the server requires no login.")),
      from_address: Type.String({ maxLength: 254, format: "email", examples: ["catalog@example.com"] }),
      from_name: Type.Optional(
        Type.String({ maxLength: 100, pattern: "^[^\\r\\n]*$", examples: ["Example catalogue"] }),
      ),
    },
    secret: {
      field: "password",
      schema: Type.String({ minLength: 1, maxLength: 1000, examples: ["8f2kd-mail"] }),
      shows: "presence",
      storedAs: "sealed",
      isNeeded: ({ username }) => username !== undefined,
    },
    beside: ["from_address", "from_name"],
  },
  translator: {
    name: "translator",
    title: "translator",
    code: "TRANSLATOR_NOT_CONFIGURED",
    fields: {
      provider: oneOf(["deepl", "google", "libretranslate"]),
      base_url: Type.Optional(WebAddress),
      price_per_million: Type.Optional(
        Type.Number({ minimum: 0, maximum: 1_000_000, description: "US dollars per million characters." }),
      ),
    },
    secret: apiKey(({ provider }) => provider !== "libretranslate"),
    beside: ["price_per_million"],
    alsoNeeded: ({ provider }) => (provider === "libretranslate" ? ["base_url"] : []),
  },
  "web-search": {
    name: "web-search",
    title: "web search",
    code: "WEB_SEARCH_NOT_CONFIGURED",
    fields: {
      provider: oneOf(["searxng", "brave", "tavily", "serper"]),
      base_url: Type.Optional(WebAddress),
      max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
    },
    secret: apiKey(({ provider }) => provider !== "searxng"),
    beside: ["max_results"],
    alsoNeeded: ({ provider }) => (provider === "searxng" ? ["base_url"] : []),
  },
} as const satisfies Record<string, Dependency>;

export type DependencyName = keyof typeof DEPENDENCIES;
