import { isSent, type Source } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { query } from "./query.ts";
import { MUTATION_COST, portionsByCost } from "./shopify-cost.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/translationsRegister : a text is translated by the digest of the
// one that it stands for
const READ = 100;
const LOCALES = "query locales { shopLocales { locale primary } }";

/** Our texts by what Shopify calls them. */
const KEYS: readonly (readonly [key: string, text: keyof PushTexts, source: Source])[] = [
  ["title", "title", "name"],
  ["body_html", "description", "description"],
  ["handle", "slug", "slug"],
  ["meta_title", "seoTitle", "seo_title"],
  ["meta_description", "seoDescription", "seo_description"],
];

interface Locale {
  /** `pt-BR`. */
  locale: string;
  /** `pt`. */
  language: string;
}

/** The further languages of the shop; none where the app may not read them. */
const localesOf = (api: Api): Promise<Locale[]> =>
  api.once("locales", async () => {
    try {
      return listOf(member(await query(api, LOCALES), "shopLocales")).flatMap((each) => {
        const locale = textOf(member(each, "locale"));
        const language = locale?.split("-")[0]?.toLowerCase();
        return locale === undefined || !language || member(each, "primary") === true ? [] : [{ locale, language }];
      });
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      return [];
    }
  });

/** The languages that the shop has beside its own (ISO 639-1). */
export const languages = async (api: Api): Promise<string[]> => [
  ...new Set((await localesOf(api)).map(({ language }) => language)),
];

/** A product that is there, and its item. */
export interface Stored {
  id: string;
  item: PushItem;
}

/** What is registered of a product, by the digests of its own texts. */
function registered({ id, item }: Stored, locales: readonly Locale[], digests: ReadonlyMap<string, string>) {
  const translations = locales.flatMap(({ locale, language }) => {
    const texts = item.translations[language];
    if (texts === undefined || language === item.language) return [];
    return KEYS.flatMap(([key, text, source]) => {
      const translatableContentDigest = digests.get(`${id} ${key}`);
      const value = texts[text];
      return translatableContentDigest === undefined || value === "" || !isSent(item, source)
        ? []
        : [{ locale, key, value, translatableContentDigest }];
    });
  });
  return translations.length === 0 ? [] : [{ id, translations }];
}

/** The digests of texts, by product and key. */
async function digestsOf(api: Api, ids: readonly string[]): Promise<Map<string, string>> {
  const nodes = await gathered(ids, READ, async (some) => {
    const text = `query texts($ids: [ID!]!) { translatableResourcesByIds(first: ${READ}, resourceIds: $ids) {
      nodes { resourceId translatableContent { key digest } } } }`;
    return listOf(member(await query(api, text, { ids: some }), "translatableResourcesByIds", "nodes"));
  });
  return new Map(
    nodes.flatMap((node) =>
      listOf(member(node, "translatableContent")).flatMap((each): [string, string][] => {
        const digest = textOf(member(each, "digest"));
        return digest === undefined ? [] : [[`${member(node, "resourceId")} ${member(each, "key")}`, digest]];
      }),
    ),
  );
}

/** Whether a product has texts in further languages. */
export const isSpoken = ({ translations }: PushItem): boolean =>
  Object.values(translations).some(({ title }) => title !== "");

/** The variables of `translationsRegister` for products that have texts in further languages of the shop. */
export async function translationsOf(api: Api, stored: readonly Stored[]) {
  const spoken = stored.filter(({ item }) => isSpoken(item));
  const locales = spoken.length === 0 ? [] : await localesOf(api);
  if (locales.length === 0) return [];
  const digests = await digestsOf(
    api,
    spoken.map(({ id }) => id),
  );
  return spoken.flatMap((each) => registered(each, locales, digests));
}

type Registered = Awaited<ReturnType<typeof translationsOf>>;

const NEEDED =
  "Its texts in other languages were not sent: give the app the scopes read_translations and write_translations";

async function registerSome(api: Api, some: Registered): Promise<(string | undefined)[]> {
  const declared = some.map((_, at) => `$i${at}: ID!, $t${at}: [TranslationInput!]!`).join(", ");
  const calls = some.map(
    (_, at) => `t${at}: translationsRegister(resourceId: $i${at}, translations: $t${at}) { userErrors { message } }`,
  );
  const variables = some.flatMap(({ id, translations }, at) => [
    [`i${at}`, id],
    [`t${at}`, translations],
  ]);
  const data = await query(
    api,
    `mutation translate(${declared}) { ${calls.join("\n")} }`,
    Object.fromEntries(variables),
  );
  return some.map((_, at) => textOf(member(data, `t${at}`, "userErrors", 0, "message")));
}

export const untranslated = (why: string): string => `Its texts in other languages were not taken: ${why}`;

/** Sends the texts of products in the further languages of the shop. Says of which that failed, and why. */
export async function translate(api: Api, stored: readonly Stored[]): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  try {
    const all = await translationsOf(api, stored);
    for (const part of portionsByCost(all, () => MUTATION_COST + 1)) {
      for (const [at, why] of (await registerSome(api, part)).entries()) {
        if (why !== undefined) said.set(part[at]?.id ?? "", untranslated(why));
      }
    }
    return said;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return new Map(stored.map(({ id }) => [id, `${NEEDED} (${error.message})`]));
  }
}
