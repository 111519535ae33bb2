import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import { isEmptied } from "../../engine/push/emptied.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { chunksOf, lookUp, makeAll } from "./presta-batches.ts";
import { languagesOf } from "./presta-languages.ts";
import { call, node } from "./presta-requests.ts";
import { lacking, rightsOf, WHERE } from "./presta-rights.ts";

// Source: classes/Tag.php of PrestaShop 9: a tag is a name in one language; nothing there keeps a second one of the same name away.
/** The rights that tags need. */
export const TAGS = { resource: "tags", methods: ["get", "post"] } as const;

/** Names in a filter: an address is to stay below 8 KB. */
const NAMES = 40;

const keyOf = (language: string, name: string) => `${language} ${nameKey(name)}`;

/** The ids of the tags that have these names, by language and name; the oldest of several. */
async function idsByName(api: Api, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = encodeURIComponent(names.join("|"));
  const found = await call(api, `tags?filter[name]=[${wanted}]&display=[id,id_lang,name]&sort=[id_ASC]`);
  const pairs = listOf(member(found, "tags")).map((each) => {
    const key = keyOf(String(member(each, "id_lang")), textOf(member(each, "name")) ?? "");
    return [key, String(member(each, "id"))] as const;
  });
  return new Map(pairs.toReversed());
}

/** A tag of the shop. */
interface Tag {
  key: string;
  language: string;
  name: string;
}

const tagXml = ({ language, name }: Tag) => `<tag>${node("id_lang", language)}${node("name", name)}</tag>`;

/** What is known of tags in a run, by key: their id, or why the shop made none. */
type Known = Map<string, string | PlatformError>;

/** Finds those tags that this run has not met, and makes the missing ones. */
async function meet(api: Api, known: Known, tags: readonly Tag[]): Promise<void> {
  const byKey = Map.groupBy(tags, ({ key }) => key);
  const unmet = [...byKey].flatMap(([key, [first]]) => (first === undefined || known.has(key) ? [] : first));
  const names = [...new Set(unmet.map(({ name }) => name))];
  for (const some of chunksOf(names, NAMES)) {
    for (const [key, id] of await lookUp((each) => idsByName(api, each), some)) known.set(key, id);
  }
  const missing = unmet.filter(({ key }) => !known.has(key));
  const nameOf = new Map(missing.map(({ key, name }) => [key, name]));
  const find = (keys: readonly string[]) => idsByName(api, [...new Set(keys.flatMap((key) => nameOf.get(key) ?? []))]);
  const fresh = missing.map((tag) => ({ of: tag, reference: tag.key, xml: tagXml(tag) }));
  for (const [{ key }, made] of await makeAll(api, { resource: TAGS.resource, object: "tag", find }, fresh)) {
    known.set(key, made instanceof PlatformError ? made : made.id);
  }
}

/** The tags that a product is to have, by the shop's ids; `null`: they stay as they are. */
interface Tagged {
  ids: readonly string[] | null;
  remarks: readonly string[];
}

const isTagged = (item: PushItem) => isSent(item, "tags") && (item.tags.length > 0 || isEmptied(item, "tags"));

/** Why tags are not sent with this key; `undefined`: they are. */
async function lacksTags(api: Api): Promise<string | undefined> {
  const right = lacking(await rightsOf(api), TAGS.resource, TAGS.methods);
  if (right === undefined) return undefined;
  return `Its tags were not sent: the webservice key may not ${right}; tick these in ${WHERE}, and push the product with force`;
}

function taggedWith(tags: readonly Tag[], known: Known): Tagged {
  const all = tags.map(({ name, key }) => ({ name, id: known.get(key) }));
  const remarks = all.flatMap(({ name, id }) =>
    id instanceof PlatformError ? [`The tag ${name} was not sent: ${id.message}`] : [],
  );
  const ids = all.flatMap(({ id }) => (typeof id === "string" ? id : []));
  return { ids: [...new Set(ids)], remarks: [...new Set(remarks)] };
}

/**
 * The tags of products, with the same name in each language of the shop: it searches those of the customer's language, and ours have no
 * translation. They replace those that a product has there. The key is asked for its rights only where there is a tag.
 */
export async function tagsFor(api: Api, items: readonly PushItem[]): Promise<(item: PushItem) => Tagged> {
  const none: Tagged = { ids: null, remarks: [] };
  const tagged = items.filter(isTagged);
  if (tagged.length === 0) return () => none;
  const why = await lacksTags(api);
  if (why !== undefined) return (item) => (isTagged(item) ? { ids: null, remarks: [why] } : none);
  const languages = await languagesOf(api);
  const tagsOf = ({ tags }: PushItem) =>
    languages.flatMap(({ id: language }) => tags.map((name) => ({ key: keyOf(language, name), language, name })));
  const known = await api.once("prestashop tags", async (): Promise<Known> => new Map());
  await meet(api, known, tagged.flatMap(tagsOf));
  return (item) => (isTagged(item) ? taggedWith(tagsOf(item), known) : none);
}
