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
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { fitText } from "../../src/connectors/engine/push/text-limits.ts";
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

/** What a platform answers where it does not take this category: of others it says nothing. */
const OWN_REFUSALS: readonly (number | undefined)[] = [400, 409, 422];
const isOwnRefusal = (error: unknown): boolean =>
  error instanceof PlatformError && error.reason === "refused" && OWN_REFUSALS.includes(error.status);

const placeKey = (name: string, parentId: string | null) => `${parentId ?? ""}\n${nameKey(name)}`;

type Note = (row: Omit<ShopCategoryOf, "connectorId">) => Promise<void>;

/** What a platform has, by place, and by id with its names: some report one in each language. */
interface Tree {
  byPlace: Map<string, string>;
  names: Map<string, readonly string[]>;
}

function treeOf(there: readonly ShopCategory[]): Tree {
  const byPlace = new Map(there.map(({ id, name, parentId }) => [placeKey(name, parentId), id] as const).toReversed());
  const byId = Map.groupBy(there, ({ id }) => id);
  const names = new Map([...byId].map(([id, some]) => [id, some.map(({ name }) => nameKey(name))]));
  return { byPlace, names };
}

/** Finds and makes the platform's categories: each is looked for by its name below the one that stands for its parent. */
class Categories {
  readonly #way: Shop;
  readonly #known: Map<string, ShopCategoryOf>;
  readonly #tree: () => Promise<Tree>;
  readonly #note: Note;
  /** Why the platform did not rename or move some, by what it calls them. */
  readonly #unchanged = new Map<string, string>();

  constructor(way: Shop, known: Map<string, ShopCategoryOf>, tree: () => Promise<Tree>, note: Note) {
    this.#way = way;
    this.#known = known;
    this.#tree = tree;
    this.#note = note;
  }

  async #noteAs({ id, name }: CategoryNode, externalId: string, parentId: string | null): Promise<void> {
    const row = { categoryId: id, externalId, isChosen: false, name, parentId };
    this.#known.set(id, { ...row, connectorId: this.#way.connector.id });
    await this.#note(row);
  }

  get #mayMake(): boolean {
    return this.#way.connector.syncOptions["categories"] !== "mapped";
  }

  /** One that a push found or made follows its name and place here, while the platform calls it as it was sent. */
  async #follow(row: ShopCategoryOf, node: CategoryNode, parentId: string | null): Promise<void> {
    const { externalId, isChosen, name: before } = row;
    if (isChosen || (before === node.name && row.parentId === parentId)) return;
    if (this.#unchanged.has(externalId)) return;
    if (before !== null && this.#mayMake && (await this.#isNamed(externalId, before))) {
      const why = await this.#change({ id: externalId, name: node.name, parentId }, before);
      if (why !== undefined) return void this.#unchanged.set(externalId, why);
    }
    await this.#noteAs(node, externalId, parentId);
  }

  /** Renames or moves one, where the platform can. Returns why the platform does not take it so: products go there all the same. */
  async #change(category: ShopCategory, before: string): Promise<string | undefined> {
    const { adapter, api } = this.#way;
    if (!adapter.categories?.change) return undefined;
    try {
      await adapter.categories.change(api, category, before);
    } catch (error) {
      if (!isOwnRefusal(error)) throw error;
      return refusalIn(error);
    }
    const { byPlace, names } = await this.#tree();
    // A new one here may be called what this one was.
    for (const [key, id] of byPlace) if (id === category.id) byPlace.delete(key);
    byPlace.set(placeKey(category.name, category.parentId), category.id);
    names.set(category.id, [nameKey(category.name)]);
    return undefined;
  }

  /** Whether all of these are known: they are followed before others are looked for by names that they may have had. */
  knows(chain: readonly CategoryNode[]): boolean {
    return chain.every(({ id }) => this.#known.has(id));
  }

  /** Why one of these has its former name or place there; `undefined`: none has. */
  problemOf(ids: readonly string[]): string | undefined {
    return ids.map((id) => this.#unchanged.get(id)).find((why) => why !== undefined);
  }

  async #isNamed(externalId: string, name: string): Promise<boolean> {
    const { limits } = findPlatform(this.#way.connector.platformId) ?? {};
    const names = (await this.#tree()).names.get(externalId) ?? [];
    return [name, fitText("name", name, limits)].some((each) => names.includes(nameKey(each)));
  }

  async #find(node: CategoryNode, parentId: string | null): Promise<string | undefined> {
    const known = this.#known.get(node.id);
    if (known !== undefined) {
      await this.#follow(known, node, parentId);
      return known.externalId;
    }
    const { adapter, api } = this.#way;
    const { name } = node;
    const key = placeKey(name, parentId);
    const { byPlace } = await this.#tree();
    const found =
      byPlace.get(key) ?? (this.#mayMake ? await adapter.categories?.make(api, { name, parentId }) : undefined);
    if (found === undefined) return undefined;
    byPlace.set(key, found);
    await this.#noteAs(node, found, parentId);
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

interface Storing {
  db: Reader;
  write: (row: ShopCategoryOf) => Promise<void>;
}

/** What the connector and its platform know of categories; those of the platform are read once one is looked for. */
async function openCategories({ adapter, api, connector }: Shop, { db, write }: Storing) {
  const mapped = await shopCategories.list(db, { where: { connectorId: connector.id } });
  const known = new Map(mapped.map((row) => [row.categoryId, row]));
  const tree = () => api.once("categories", async () => treeOf((await adapter.categories?.list(api)) ?? []));
  const note: Note = (row) => write({ ...row, connectorId: connector.id });
  return new Categories({ adapter, api, connector }, known, tree, note);
}

/** What became of a category. */
interface PlacedOne {
  /** What the platform calls it and those above it; absent: it was not sent. */
  ids?: string[];
  /** Why it is not there as it is here. */
  why?: string;
  /** Why the others will not be, either. */
  common?: string;
}

async function placeOne(categories: Categories, chain: readonly CategoryNode[]): Promise<PlacedOne> {
  const path = chain[0]?.path;
  try {
    const ids = (await categories.idsOf(chain)) ?? [];
    const why = categories.problemOf(ids);
    return { ids, ...(why !== undefined && { why: `The category ${path} was not renamed or moved there: ${why}` }) };
  } catch (error) {
    const why = refusalIn(error);
    // What a platform says of its rights or of its whole tree it says of each.
    return { why: `The category ${path} was not sent: ${why}`, ...(!isOwnRefusal(error) && { common: why }) };
  }
}

/** Where categories are there, and why some are not, or not as they are here; both by our id. */
async function placeAll(categories: Categories, chains: ReadonlyMap<string, CategoryNode[]>) {
  const placed = new Map<string, string[]>();
  const refused = new Map<string, string>();
  const all = [...chains].toSorted(([, one], [, other]) => +categories.knows(other) - +categories.knows(one));
  let common: string | undefined;
  for (const [id, chain] of all) {
    if (common !== undefined) {
      refused.set(id, `The category ${chain[0]?.path} was not sent: ${common}`);
      continue;
    }
    const { ids, why, ...rest } = await placeOne(categories, chain);
    if (ids) placed.set(id, ids);
    if (why !== undefined) refused.set(id, why);
    common = rest.common;
  }
  return { placed, refused };
}

/** Gives items the platform's categories, as the connector says: those that it maps, found by their names, or made. */
export async function placeItems(shop: Shop, items: readonly PushItem[], storing: Storing): Promise<Placed> {
  const wanted = items.filter((item) => item.categoryId !== null && isSent(item, "category"));
  const isLeft = shop.connector.syncOptions["categories"] === "none";
  if (isLeft || wanted.length === 0) return { items: [...items], remarks: new Map() };
  const ids = [...new Set(wanted.flatMap(({ categoryId }) => categoryId ?? []))];
  const nodes = new Map((await listWithAncestors(storing.db, ids)).map((node) => [node.id, node]));
  const chains = new Map(ids.map((id) => [id, chainOf(id, nodes)]));
  const { placed, refused } = await placeAll(await openCategories(shop, storing), chains);
  const remarked = wanted.flatMap(({ productId, categoryId }) => {
    const why = refused.get(categoryId ?? "");
    return why === undefined ? [] : [[productId, why] as const];
  });
  const idsOf = ({ categoryId, categoryIds }: PushItem) => placed.get(categoryId ?? "") ?? categoryIds;
  return { items: items.map((item) => ({ ...item, categoryIds: idsOf(item) })), remarks: new Map(remarked) };
}
