import { nameKey } from "../../../text/name-key.ts";
import { isSent, sentFields } from "../../engine/fields.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { call, fieldOf, hashOf, search, sync } from "./shopware-call.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : product, product-manufacturer, category, product-visibility
const LIMIT = 500;
/** Names that one request asks for: several of a shop may have the same one. */
const NAMES = 250;
/** A storefront, and what it shows: a product everywhere. */
const STOREFRONT = "8a243080f92e4c719546314b577cf82b";
const EVERYWHERE = 30;
const MILLIMETRES = 10;

const sizesOf = ({ length, width, height }: PushItem) => {
  const sizes = Object.entries({ length, width, height }).filter(([, size]) => size !== null);
  return sizes.length > 0 && Object.fromEntries(sizes.map(([name, size]) => [name, Number(size) * MILLIMETRES]));
};

const OWN = "customFields.";

/** What the connector's own rules name, as custom fields: the shop keeps those that are not named. */
const customFieldsOf = ({ attributes }: PushItem) => {
  const own = attributes.filter(({ name }) => name.startsWith(OWN));
  return (
    own.length > 0 && {
      customFields: Object.fromEntries(own.map(({ name, value }) => [name.slice(OWN.length), value])),
    }
  );
};

/** What the shop calls its brands and tags, by the keys of their names. */
export interface Named {
  makers: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}

/** One that the shop has not yet is made with its product, under an id that its name makes. */
const namedAs = (kind: string, name: string, known: ReadonlyMap<string, string>) => {
  const id = known.get(nameKey(name));
  return id === undefined ? { id: hashOf(`${kind} ${nameKey(name)}`), name } : { id };
};

/** What is said of a product beside its texts and its offer. */
export const contentOf = (item: PushItem, { makers, tags }: Named): Record<string, unknown> =>
  sentFields(item, {
    reference: { productNumber: item.sku },
    ean: item.ean !== null && { ean: item.ean },
    weight: item.weight !== null && { weight: item.weight },
    dimensions: sizesOf(item),
    brand: item.brand !== null && { manufacturer: namedAs("brand", item.brand, makers) },
    category: item.categoryIds.length > 0 && { categories: [{ id: item.categoryIds[0] }] },
    tags: item.tags.length > 0 && { tags: item.tags.map((name) => namedAs("tag", name, tags)) },
    attributes: customFieldsOf(item),
  });

/** What is at a product that is there and is not among what is sent of it: an upsert only adds categories and tags. */
export function leftOf(
  item: PushItem,
  { categoryIds, tagIds }: Record<"categoryIds" | "tagIds", readonly string[]>,
  named: Named,
) {
  const sent = contentOf(item, named);
  const idsIn = (rows: unknown) => listOf(rows).map((row) => String(member(row, "id")));
  const productId = item.externalId;
  const others = (ids: readonly string[], rows: unknown) =>
    rows === undefined ? [] : ids.filter((id) => !idsIn(rows).includes(id));
  return {
    product_category: others(categoryIds, sent["categories"]).map((categoryId) => ({ productId, categoryId })),
    product_tag: others(tagIds, sent["tags"]).map((tagId) => ({ productId, tagId })),
  };
}

async function namedIds(api: Api, entity: string, names: readonly string[]): Promise<Map<string, string>> {
  const includes = { [entity.replaceAll("-", "_")]: ["id", "name"] };
  const found = await gathered([...new Set(names)], NAMES, (value) =>
    search(api, entity, { limit: LIMIT, filter: [{ type: "equalsAny", field: "name", value }], includes }),
  );
  return new Map(
    found.map((each) => [nameKey(textOf(fieldOf(each, "name")) ?? ""), String(member(each, "id"))] as const),
  );
}

/** The ids of the shop's manufacturers and tags that products name. */
export async function namedOf(api: Api, items: readonly PushItem[]): Promise<Named> {
  const brands = items.flatMap((item) => (isSent(item, "brand") ? (item.brand ?? []) : []));
  const tags = items.flatMap((item) => (isSent(item, "tags") ? item.tags : []));
  return { makers: await namedIds(api, "product-manufacturer", brands), tags: await namedIds(api, "tag", tags) };
}

interface Visibility {
  id: string;
  productId: string;
  salesChannelId: string;
  visibility: number;
}

/** The same for the same product and storefront, so that it may be sent twice. */
const visibilityId = (productId: string, salesChannelId: string) => hashOf(`${productId} ${salesChannelId}`);

/** Where a new product is seen: in every storefront. */
export const visibilitiesOf = (api: Api): Promise<(productId: string) => Visibility[]> =>
  api.once("shopware storefronts", async () => {
    const json = { limit: LIMIT, filter: [{ type: "equals", field: "typeId", value: STOREFRONT }] };
    const found = listOf(member(await call(api, "search/sales-channel", { method: "POST", json }), "data"));
    const channels = found.map((each) => String(member(each, "id")));
    return (productId) =>
      channels.map((salesChannelId) => ({
        id: visibilityId(productId, salesChannelId),
        productId,
        salesChannelId,
        visibility: EVERYWHERE,
      }));
  });

/** Pages of a list without an order may leave some out. */
const BY_ID = [{ field: "id", order: "ASC" }];

/** The shop's categories. */
export const categories: CategoryTree = {
  list: async (api) => {
    const all: unknown[] = [];
    for (let page = 1; ; page++) {
      const json = { page, limit: LIMIT, sort: BY_ID, includes: { category: ["id", "name", "parentId"] } };
      const found = listOf(member(await call(api, "search/category", { method: "POST", json }), "data"));
      all.push(...found);
      if (found.length < LIMIT) break;
    }
    return all.map((each) => ({
      id: String(member(each, "id")),
      name: textOf(fieldOf(each, "name")) ?? "",
      parentId: textOf(fieldOf(each, "parentId")) ?? null,
    }));
  },
  make: async (api, { name, parentId }) => {
    const id = hashOf(`category ${parentId ?? ""} ${nameKey(name)}`);
    const payload = [{ id, name, ...(parentId !== null && { parentId }) }];
    await sync(api, [{ entity: "category", action: "upsert", payload }]);
    return id;
  },
  change: (api, category) => sync(api, [{ entity: "category", action: "upsert", payload: [category] }]),
};
