import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { BULK, type Done, hasBulk, isKept, sendRows } from "./magento-bulk.ts";
import { spoken } from "./magento-content.ts";
import { ALL, answerOf, callAll, languageIn, viewOf } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/use-rest/ : the store view in an address. A text that is written by
// `all` is shown in each view that has none of its own; one that is written by a view is that view's.

/** A store view, and the language (ISO 639-1) that it is shown in. */
interface View {
  code: string;
  language: string;
}

/** The store views; none where the integration may not read them. */
const viewsOf = (api: Api): Promise<View[]> =>
  api.once("magento views", async () => {
    const found = await callAll(api, "store/storeConfigs?fields=code,locale").catch((error: unknown) => {
      if (error instanceof PlatformError && error.reason !== "unreachable") return [];
      throw error;
    });
    return listOf(found).flatMap((each) => {
      const [code, language] = [textOf(member(each, "code")), languageIn(member(each, "locale"))];
      return code === undefined || language === undefined ? [] : [{ code, language }];
    });
  });

/** The languages of the store views; a connector of one store view has that one alone. */
export const languages = async (api: Api): Promise<string[]> =>
  viewOf(api) === ALL ? [...new Set((await viewsOf(api)).map(({ language }) => language))] : [];

/** What a store view of another language says of a product; `undefined`: it has nothing of its own. */
function bodyOf(item: PushItem, texts: PushTexts | undefined) {
  if (texts === undefined) return undefined;
  const name = texts.title !== "" && isSent(item, "name") ? { name: texts.title } : {};
  const attributes = spoken(item, texts).filter(({ value }) => value !== "");
  if (!("name" in name) && attributes.length === 0) return undefined;
  return { product: { sku: item.externalId ?? item.sku, ...name, custom_attributes: attributes }, saveOptions: true };
}

/** The items that have texts in another language than the connector's own. */
const areTranslated = (items: readonly PushItem[]) =>
  items.filter(({ translations }) => Object.keys(translations).length > 0);

/** What each store view is to say of products, where it is of another language. */
async function saidOf(api: Api, items: readonly PushItem[]) {
  const translated = areTranslated(items);
  if (translated.length === 0 || viewOf(api) !== ALL) return [];
  return (await viewsOf(api)).map(({ code, language }) => ({
    view: code,
    rows: translated.flatMap((item) => {
      const body = language === item.language ? undefined : bodyOf(item, item.translations[language]);
      return body ? [{ item, body }] : [];
    }),
  }));
}

const NOT_TAKEN = (view: string, why: string) => `The texts of the store view ${view} were not taken: ${why}`;

type Said = Awaited<ReturnType<typeof saidOf>>[number];

async function sendAlone(api: Api, view: string, { body }: Said["rows"][number]): Promise<"done" | { error: string }> {
  try {
    const path = `V1/products/${encodeURIComponent(body.product.sku)}`;
    await answerOf(api, path, { method: "PUT", json: body }, undefined, view);
    return "done";
  } catch (error) {
    return { error: refusalIn(error) };
  }
}

/** What became of texts that went in bulk, where they are many. */
async function inBulk(api: Api, { view, rows }: Said, content: unknown): Promise<Map<object, Done>> {
  const kept = rows.filter(({ body }) => isKept(body, 0));
  if (kept.length <= BULK.above || !(await hasBulk(api))) return new Map();
  const sent = kept.map(({ body }) => ({ length: JSON.stringify(body).length, body: async () => body }));
  const done = await sendRows(api, { content: [content, view], rows: sent, view });
  return new Map(kept.map((row, place) => [row, done[place]]));
}

/**
 * Gives the store views of other languages their texts of products that are there: many of them in one request for each view.
 * Returns what was not taken. `content` names the push that they belong to.
 */
export async function sendTexts(
  api: Api,
  items: readonly PushItem[],
  content: unknown,
): Promise<Map<PushItem, string[]>> {
  const problems = new Map<PushItem, string[]>();
  for (const said of await saidOf(api, items)) {
    const states = await inBulk(api, said, content);
    for (const row of said.rows) {
      const state = states.get(row) ?? (await sendAlone(api, said.view, row));
      if (state === "done") continue;
      problems.set(row.item, [...(problems.get(row.item) ?? []), NOT_TAKEN(said.view, state.error)]);
    }
  }
  return problems;
}

/** What is said of a product whose texts or pictures were not all taken: they go again with the next push. */
export function noted(texts: readonly string[] = [], images: readonly string[] = []) {
  const remarks = [...texts, ...images];
  return remarks.length === 0 ? {} : { remarks, lacks: texts.length > 0 ? ("variants" as const) : ("images" as const) };
}
