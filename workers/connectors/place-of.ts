import type { Connector } from "../../db/connectors/connectors.ts";
import type { Reader } from "../../db/ports.ts";
import { comparesLevels } from "../../src/connectors/engine/adapter.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { priceTermsOf } from "../../src/connectors/engine/price-terms.ts";
import { contentOptionsOf } from "../../src/connectors/engine/push/content-options.ts";
import { planContent, sourceOfTarget } from "../../src/connectors/engine/push/content-rules.ts";
import type { WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { publicOrigin } from "../../src/connectors/engine/shop/shop-webhook.ts";
import { stockOwnerOf } from "../../src/connectors/engine/shop/stock-owner.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";
import { textsIn } from "../../src/text/unknown-values.ts";
import type { Way } from "./link.ts";
import { withPriceTax } from "./price-tax.ts";
import type { ItemPlace } from "./push-items.ts";

interface Opening extends Pick<Way, "adapter" | "api"> {
  services: ThreadServices;
  db: Reader & { tenantId: string };
  /** Where the languages of the platform are kept between runs; absent: nothing is kept, and they are read in each. */
  memory?: Pick<WorkStore, "find" | "keep">;
}

/** Under this key the languages of a platform are kept, beside the works: those have keys of 43 letters. */
const LANGUAGES = "languages";

/** By what rules the products of a connector are made into items: in its languages, else in those of its platform. */
async function placeOf(
  connector: Connector,
  there: readonly string[],
  { adapter, api, services, db }: Pick<Opening, "adapter" | "api" | "services" | "db">,
): Promise<ItemPlace> {
  const platform = findPlatform(connector.platformId);
  if (!platform) throw new TypeError(`There is no platform ${connector.platformId}`);
  const options = contentOptionsOf(connector);
  const known = await findLanguages(db);
  const languages = there.filter((language) => known.enabled.includes(language));
  const origin = publicOrigin(services.config) ?? "";
  return {
    platformId: platform.id,
    options,
    plan: planContent(platform, options, known, { languages, origin }),
    prices: priceTermsOf(connector, platform, api.credentials),
    stockOwner: stockOwnerOf(connector),
    comparesLevels: comparesLevels(adapter),
    rulesCategory: options.rules.some(({ target }) => sourceOfTarget(platform, target) === "category"),
  };
}

/**
 * How the products of a connector are made into items. What has changed is judged by the languages that an earlier push of
 * the last day has read; they are read again before anything is sent.
 */
export function openContent(
  connector: Connector,
  opening: Opening,
): Pick<Way, "content" | "askPriceTax" | "renewLanguages"> {
  const { adapter, api, memory } = opening;
  const { languages: chosen } = contentOptionsOf(connector);
  const asks = chosen === null && adapter.languages !== undefined;
  const read = () =>
    api.once("languages", async () => {
      const found = (await adapter.languages?.(api)) ?? [];
      await memory?.keep(LANGUAGES, JSON.stringify(found));
      return found;
    });
  const find = async () => {
    if (!asks) return chosen ?? [];
    const kept = await memory?.find(LANGUAGES);
    return kept === undefined ? read() : textsIn(JSON.parse(kept));
  };
  let judgedBy: Promise<readonly string[]> | undefined;
  const askPriceTax = () => api.once("price tax", () => withPriceTax(connector, opening));
  return {
    askPriceTax,
    content: async (of) => {
      judgedBy = of ? judgedBy : (judgedBy ?? find());
      const there = of ? [] : ((await judgedBy) ?? []);
      const isPriced = of !== "stock" && (contentOptionsOf(connector).sends?.has("price") ?? true);
      const priced = isPriced ? await askPriceTax() : connector;
      return api.once(`content ${of} ${there.join()}`, () => placeOf(priced, there, opening));
    },
    renewLanguages: async () => {
      if (!asks || judgedBy === undefined) return false;
      const before = await judgedBy;
      judgedBy = read();
      return (await judgedBy).join() !== before.join();
    },
  };
}
