import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/input/one-of.ts";
import { AI_PROVIDER } from "./ai-provider.ts";
import { apiKey, type Dependency, text, WebAddress } from "./dependency.ts";

const always = () => true;

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
  "ai-provider": AI_PROVIDER,
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
