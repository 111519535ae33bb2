import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call, spokenNode } from "./presta-requests.ts";

/** A language of the shop. */
interface ShopLanguage {
  id: string;
  /** In two letters; `undefined` where the key may not read languages. */
  code: string | undefined;
}

/** The texts of a product in the shop, by field and the id of the language. */
export type ShopTexts = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** The id of the language that our texts are in. */
export const ownLanguage = (api: Api): string => api.credentials["language_id"] || "1";

/** The languages of the shop; only our own where the key may not read them. */
export const languagesOf = (api: Api): Promise<ShopLanguage[]> =>
  api.once("prestashop languages", async () => {
    const answer = await call(api, "languages?display=[id,iso_code]", {}, () => true);
    const found = listOf(member(answer, "languages")).map((each) => ({
      id: String(member(each, "id")),
      code: textOf(member(each, "iso_code")),
    }));
    return found.length > 0 ? found : [{ id: ownLanguage(api), code: undefined }];
  });

/** What a shop answers of a text that it has in several languages, or of one that it has in one. */
function textsIn(value: unknown, own: string): Map<string, string> {
  if (!Array.isArray(value)) return new Map([[own, textOf(value) ?? ""]]);
  return new Map(value.map((each) => [String(member(each, "id")), textOf(member(each, "value")) ?? ""]));
}

/** The text in our language, else in the first one that has it. */
export function textIn(value: unknown, own: string): string | undefined {
  const texts = textsIn(value, own);
  return texts.get(own) || [...texts.values()].find((text) => text !== "");
}

/** The id of the language that the texts of an item are in. */
export const languageOf = async (api: Api, { language }: Pick<PushItem, "language">): Promise<string> =>
  api.credentials["language_id"] ||
  ((await languagesOf(api)).find(({ code }) => code === language)?.id ?? ownLanguage(api));

/**
 * A text in every language of the shop: it empties those that a request leaves out, and one without a text in a language
 * breaks its lists. What is said here in each language, else what the shop has; ours there, too, while it has none.
 */
export async function textNode(
  api: Api,
  item: PushItem,
  { name, read, there }: { name: string; read: (texts: PushTexts) => string; there: ShopTexts | undefined },
): Promise<string> {
  const own = await languageOf(api, item);
  const nodes = (await languagesOf(api)).map(({ id, code }) => {
    const translation = code === undefined || id === own ? undefined : item.translations[code];
    const known = id === own ? undefined : (translation && read(translation)) || there?.[name]?.get(id);
    return [id, known || read(item)] as const;
  });
  return spokenNode(name, nodes);
}

/** The texts that products have in the shop, by product id; none is read of a shop that has one language. */
export async function shopTexts(
  api: Api,
  ids: readonly string[],
  fields: readonly string[],
): Promise<Map<string, ShopTexts>> {
  if (ids.length === 0 || (await languagesOf(api)).length < 2) return new Map();
  const which = encodeURIComponent(ids.join("|"));
  const found = await call(api, `products?filter[id]=[${which}]&display=[id,${fields.join(",")}]`);
  const own = ownLanguage(api);
  return new Map(
    listOf(member(found, "products")).map((product) => [
      String(member(product, "id")),
      Object.fromEntries(fields.map((name) => [name, textsIn(member(product, name), own)])),
    ]),
  );
}
