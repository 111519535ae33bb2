import { DEPENDENCIES, type DependencyName } from "../../src/settings/dependencies.ts";
import { services } from "../harness.ts";

/** A body that configures each, with its secret. */
export const GOOD: Record<DependencyName, Record<string, unknown>> = {
  erp: { base_url: "https://erp.example.com/api", api_key: "erp-key-0123456789" },
  "ai-provider": { provider: "openai", model: "gpt-4o-mini", api_key: "sk-0123456789abcdef" },
  "scraper-sync-key": { key: "sync-key-0123456789" },
  "search-vector": { base_url: "https://ai.example.com/v1", model: "embed", api_key: "vec-key-0123456789" },
  smtp: { host: "smtp.example.com", username: "anna", password: "mail-password-1", from_address: "a@example.com" },
  translator: { provider: "deepl", api_key: "deepl-0123456789abc" },
  "web-search": { provider: "brave", api_key: "brave-0123456789abc" },
};
export const NAMES = Object.keys(GOOD) as DependencyName[]; // Object.keys forgets the literal types
export const pathOf = (name: string) => `/settings/${name}`;
export const secretOf = (name: DependencyName) => String(GOOD[name][DEPENDENCIES[name].secret.field]);
export const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

/** A sync key opens one tenant only, so each test has its own. */
export const bodyFor = (name: DependencyName) => ({
  enabled: true,
  ...GOOD[name],
  ...(name === "scraper-sync-key" && { key: `sync-${services.newId()}` }),
});
