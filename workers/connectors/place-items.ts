import {
  type CategoryNode,
  listWithAncestors,
  type ShopCategoryOf,
  shopCategories,
} from "../../db/connectors/categories.ts";
import type { Connector } from "../../db/connectors/connectors.ts";
import type { Reader } from "../../db/ports.ts";
import { refusalIn } from "../../src/connectors/adapters/each.ts";
import type { Adapter } from "../../src/connectors/engine/adapter.ts";
import { isSent } from "../../src/connectors/engine/fields.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { Api } from "../../src/connectors/engine/requests/platform-api.ts";
import type { ShopCategory } from "../../src/connectors/engine/shop/shop-category-tree.ts";
import { nameKey } from "../../src/text/name-key.ts";

interface Shop {
  connector: Connector;
  adapter: Adapter;
  api: Api;
}

/** Items with the platform's categories, and why some of them have none. */
export interface Placed {
  items: PushItem[];
  /** By the product. */
  remarks: ReadonlyMap<string, string>;
}

/** A category with those above it, the nearest first. */
function chainOf(id: string, nodes: ReadonlyMap<string, CategoryNode>): CategoryNode[] {
  const chain: CategoryNode[] = [];
  for (let node = nodes.get(id); node && !chain.includes(node); node = nodes.get(node.parentId ?? "")) chain.push(node);
  return chain;
}

const placeKey = (name: string, parentId: string | null) => `${parentId ?? ""}\n${nameKey(name)}`;

/** Finds and makes the platform's categories: each is looked for by its name below the one that stands for its parent. */
class Categories {
  readonly #way: Shop;
  readonly #known: Map<string, string>;
  readonly #there = new Map<string, string>();
  readonly #note: (categoryId: string, externalId: string) => Promise<void>;

  constructor(
    way: Shop,
    known: Map<string, string>,
    there: readonly ShopCategory[],
    note: (categoryId: string, externalId: string) => Promise<void>,
  ) {
    this.#way = way;
    this.#known = known;
    this.#note = note;
    for (const { id, name, parentId } of there) {
      const key = placeKey(name, parentId);
      if (!this.#there.has(key)) this.#there.set(key, id);
    }
  }

  async #find({ id, name }: CategoryNode, parentId: string | null): Promise<string | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { adapter, api, connector } = this.#way;
    const key = placeKey(name, parentId);
    const mayMake = connector.syncOptions["categories"] !== "mapped";
    const found =
      this.#there.get(key) ?? (mayMake ? await adapter.categories?.make(api, { name, parentId }) : undefined);
    if (found === undefined) return undefined;
    this.#there.set(key, found);
    this.#known.set(id, found);
    await this.#note(id, found);
    return found;
  }

  /** What the platform calls a category, then those above it; `undefined`: it has none that stands for it. */
  async idsOf(chain: readonly CategoryNode[]): Promise<string[] | undefined> {
    const ids: string[] = [];
    let parentId: string | null = null;
    for (const node of chain.toReversed()) {
      const id: string | undefined = await this.#find(node, parentId);
      if (id === undefined && node === chain[0]) return undefined;
      if (id !== undefined) ids.unshift(id);
      parentId = id ?? parentId;
    }
    return ids;
  }
}

const isKnown = (chain: readonly CategoryNode[], known: ReadonlyMap<string, string>) =>
  chain.every(({ id }) => known.has(id));

interface Storing {
  db: Reader;
  write: (row: ShopCategoryOf) => Promise<void>;
}

/** What the connector and its platform know of categories, of which these are to be found. */
async function openCategories(shop: Shop, chains: readonly CategoryNode[][], { db, write }: Storing) {
  const { adapter, api, connector } = shop;
  const mapped = await shopCategories.list(db, { where: { connectorId: connector.id } });
  const known = new Map(mapped.map(({ categoryId, externalId }) => [categoryId, externalId]));
  const tree = chains.every((chain) => isKnown(chain, known)) ? undefined : adapter.categories;
  const there = tree ? await api.once("categories", () => tree.list(api)) : [];
  return new Categories(shop, known, there, (categoryId, externalId) =>
    write({ connectorId: connector.id, categoryId, externalId, isChosen: false }),
  );
}

/** Gives items the platform's categories, as the connector says: those that it maps, found by their names, or made. */
export async function placeItems(shop: Shop, items: readonly PushItem[], storing: Storing): Promise<Placed> {
  const wanted = items.filter((item) => item.categoryId !== null && isSent(item, "category"));
  const isLeft = shop.connector.syncOptions["categories"] === "none";
  if (isLeft || wanted.length === 0) return { items: [...items], remarks: new Map() };
  const ids = [...new Set(wanted.flatMap(({ categoryId }) => categoryId ?? []))];
  const nodes = new Map((await listWithAncestors(storing.db, ids)).map((node) => [node.id, node]));
  const chains = new Map(ids.map((id) => [id, chainOf(id, nodes)]));
  const placed = new Map<string, string[]>();
  const refused = new Map<string, string>();
  try {
    const categories = await openCategories(shop, [...chains.values()], storing);
    for (const [id, chain] of chains) placed.set(id, (await categories.idsOf(chain)) ?? []);
  } catch (error) {
    // What one is refused for the others are, too.
    const why = refusalIn(error);
    for (const [id, chain] of chains)
      if (!placed.has(id)) refused.set(id, `The category ${chain[0]?.path} was not sent: ${why}`);
  }
  const remarked = wanted.flatMap(({ productId, categoryId }) => {
    const why = refused.get(categoryId ?? "");
    return why === undefined ? [] : [[productId, why] as const];
  });
  const idsOf = ({ categoryId, categoryIds }: PushItem) => placed.get(categoryId ?? "") ?? categoryIds;
  return { items: items.map((item) => ({ ...item, categoryIds: idsOf(item) })), remarks: new Map(remarked) };
}
