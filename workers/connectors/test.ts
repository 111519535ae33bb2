import { findConnector } from "../../db/connectors/connectors.ts";
import { openCredentials, secretsOf } from "../../src/connectors/credentials.ts";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { priceWarnings } from "../../src/connectors/engine/price-terms.ts";
import { contentOptionsOf } from "../../src/connectors/engine/push/content-options.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import { cleanAdapter } from "../../src/connectors/engine/requests/clean-adapter.ts";
import { whatIsWrong } from "../../src/connectors/engine/setting-up.ts";
import type { ShopFacts } from "../../src/connectors/engine/shop/shop-facts.ts";
import { taxClassWarnings } from "../../src/connectors/engine/tax-class-warnings.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";

/** What is said where a marketplace does not show the language (ISO 639-1) that texts go in: nothing translates them there. */
function languageWarnings(language: string, choices: ShopFacts["choices"]["languages"] = []): string[] {
  const shown = choices.map(({ id }) => id).filter((id) => /^[a-z]{2}(?:[-_]|$)/i.test(id));
  const isShown = shown.length === 0 || shown.some((id) => id.slice(0, 2).toLowerCase() === language);
  return isShown ? [] : [`Texts go in ${language}, and it shows ${shown.join(", ")}: set sync_options.language`];
}

/** Asks a platform whether it takes a connector's credentials. Returns why it does not, `null` when it does, with what it lets choose from. */
export async function test(
  services: ThreadServices,
  tenantId: string,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<{ error: string | null; facts?: ShopFacts }> {
  const db = services.reader(tenantId);
  const connector = await findConnector(db, id);
  if (!connector) return { error: "The connector was deleted" };
  const credentials = await openCredentials(services, db, id);
  const secrets = secretsOf(connector.platformId, credentials);
  // What is tried is the credentials: no stored token.
  const api = openApi(services.outbound, credentials, signal, { waitFor: services.pause, tries: 1, secrets });
  const adapter = cleanAdapter(await loadAdapter(connector.platformId), api);
  const platform = findPlatform(connector.platformId);
  try {
    const facts = await adapter.test(api);
    if (!facts || !platform) return { error: null, ...(facts && { facts }) };
    const { language } = contentOptionsOf(connector);
    const spoken = platform.isMarketplace
      ? languageWarnings(language ?? (await findLanguages(db)).pivot, facts.choices.languages)
      : [];
    const ofTaxes = taxClassWarnings(connector, platform, facts);
    const warnings = [...facts.warnings, ...priceWarnings(connector, platform, facts), ...ofTaxes, ...spoken];
    return { error: null, facts: { ...facts, warnings } };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const said = api.redact(error.message);
    return { error: platform ? whatIsWrong(platform, credentials, { error, said }) : said };
  }
}
