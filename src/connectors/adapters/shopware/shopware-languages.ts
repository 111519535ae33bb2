import { sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { fieldOf, search } from "./shopware-call.ts";

// Source: https://github.com/shopware/shopware, TranslationsAssociationFieldSerializer (`translations` by the id of the language) and
// Defaults: what is said beside `translations` is in the language of the system, which every new product needs.
const LIMIT = 500;
const SYSTEM = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";

/** A language of the shop. */
interface ShopLanguage {
  id: string;
  /** In two letters. */
  code: string;
}

/** The languages of a shop, without those that have what they do not say from another one; none where they may not be read. */
export const languagesOf = (api: Api): Promise<ShopLanguage[]> =>
  api.once("shopware languages", async () => {
    const json = { limit: LIMIT, associations: { translationCode: {} } };
    const found = await search(api, "language", json).catch((error: unknown) => {
      if (error instanceof PlatformError && error.reason !== "unreachable") return [];
      throw error;
    });
    return found.flatMap((each) => {
      const locale = textOf(fieldOf(fieldOf(each, "translationCode"), "code"));
      const isOwn = textOf(fieldOf(each, "parentId")) === undefined;
      return locale !== undefined && isOwn
        ? [{ id: String(member(each, "id")), code: locale.slice(0, 2).toLowerCase() }]
        : [];
    });
  });

/** What makes a shop answer texts in a language, where it has it; else they are in that of the system. */
export async function spokenIn(api: Api, language: string | undefined): Promise<Record<string, string>> {
  if (language === undefined) return {};
  const found = (await languagesOf(api)).filter(({ code }) => code === language);
  const isSystem = found.length === 0 || found.some(({ id }) => id === SYSTEM);
  return isSystem ? {} : { "sw-language-id": found[0]?.id ?? SYSTEM };
}

const fieldsOf = (item: PushItem, { title, description, seoTitle, seoDescription }: PushTexts) =>
  sentFields(item, {
    name: title !== "" && { name: title },
    description: description !== "" && { description },
    seo_title: seoTitle !== "" && { metaTitle: seoTitle },
    seo_description: seoDescription !== "" && { metaDescription: seoDescription },
  });

/**
 * The texts of a product in each language of the shop that has them here. In the language of the system stand ours, too, where
 * nothing else is known to: a new product needs a name there.
 */
export function textsIn(item: PushItem, languages: readonly ShopLanguage[]): Record<string, unknown> {
  const own = { ...fieldsOf(item, item), ...sentFields(item, { description: { description: item.description } }) };
  const system = languages.find(({ id }) => id === SYSTEM);
  const isShown = languages.some(({ code }) => code === item.language);
  if (system === undefined || !isShown) return own;
  const said = (code: string) => {
    const translation = item.translations[code];
    if (code === item.language) return own;
    return translation === undefined ? {} : fieldsOf(item, translation);
  };
  const main = said(system.code);
  const isLacking = item.externalId === null && main["name"] === undefined;
  const others = languages
    .filter(({ id }) => id !== SYSTEM)
    .map(({ id, code }) => [id, said(code)] as const)
    .filter(([, texts]) => Object.keys(texts).length > 0);
  return {
    ...(isLacking ? { ...own, ...main } : main),
    ...(others.length > 0 && { translations: Object.fromEntries(others) }),
  };
}
