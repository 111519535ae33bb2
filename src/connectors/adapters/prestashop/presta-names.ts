import { nameKey } from "../../../text/name-key.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { languagesOf } from "./presta-languages.ts";
import { call, document, node, spokenNode } from "./presta-requests.ts";
import { addressFor, nameFor } from "./presta-texts.ts";

/** The start page of a shop, below which its categories are. */
export const HOME_CATEGORY = 2;
/** Objects of the shop that go by a name: they are looked for once, and made when they are not there. */
interface Kind {
  resource:
    | "manufacturers"
    | "product_options"
    | "product_option_values"
    | "product_features"
    | "product_feature_values";
  object: string;
  /** Where the name is. */
  name: string;
  /** What else decides which it is. */
  parent?: string;
}
const KINDS = {
  manufacturer: { resource: "manufacturers", object: "manufacturer", name: "name" },
  option: { resource: "product_options", object: "product_option", name: "name" },
  value: {
    resource: "product_option_values",
    object: "product_option_value",
    name: "name",
    parent: "id_attribute_group",
  },
  feature: { resource: "product_features", object: "product_feature", name: "name" },
  featureValue: {
    resource: "product_feature_values",
    object: "product_feature_value",
    name: "value",
    parent: "id_feature",
  },
} as const satisfies Record<string, Kind>;

/** The names that a value has, in any language. */
const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(member(each, "value")) ?? []) : [textOf(value) ?? ""];

const keyOf = (name: string, parentId: string | null) => `${parentId ?? ""}\n${nameKey(name)}`;

async function readAll(api: Api, { resource, name, parent }: Kind): Promise<Map<string, string>> {
  const display = ["id", name, ...(parent ? [parent] : [])].join(",");
  const found = listOf(member(await call(api, `${resource}?display=[${display}]`), resource));
  const pairs = found.flatMap((each) => {
    const parentId = parent ? String(member(each, parent)) : null;
    return namesIn(member(each, name)).map((text) => [keyOf(text, parentId), String(member(each, "id"))] as const);
  });
  return new Map(pairs.toReversed());
}

/** What only new ones of a kind are given. */
const FRESH: Partial<Record<keyof typeof KINDS, string>> = {
  manufacturer: node("active", 1),
  option: node("group_type", "select") + node("is_color_group", 0),
  featureValue: node("custom", 0),
};

/** The id of what has this name, which is made when it is not there. */
export async function idOf(api: Api, kind: keyof typeof KINDS, name: string, parentId: string | null = null) {
  const known: Kind = KINDS[kind];
  const all = await api.once(`prestashop ${known.resource}`, () => readAll(api, known));
  const found = all.get(keyOf(name, parentId));
  if (found !== undefined) return found;
  const languages = await languagesOf(api);
  const inAll = (tag: string) =>
    spokenNode(
      tag,
      languages.map(({ id: language }) => [language, name]),
    );
  const named = kind === "manufacturer" ? node("name", name) : inAll(known.name);
  const shown = kind === "option" ? inAll("public_name") : "";
  const parent = known.parent ? node(known.parent, parentId) : "";
  const body = document(`<${known.object}>${parent}${FRESH[kind] ?? ""}${named}${shown}</${known.object}>`);
  const made = await call(api, known.resource, { method: "POST", body });
  const id = textOf(member(made, known.object, "id"));
  if (id === undefined) throw new PlatformError("refused", `PrestaShop made no ${known.object} ${name}`);
  all.set(keyOf(name, parentId), id);
  return id;
}

export const categories: CategoryTree = {
  list: async (api) => {
    const found = listOf(member(await call(api, "categories?display=[id,name,id_parent]"), "categories"));
    return found.flatMap((each) => {
      const id = String(member(each, "id"));
      const parent = numberOf(member(each, "id_parent")) ?? 0;
      if (Number(id) <= HOME_CATEGORY) return [];
      const parentId = parent <= HOME_CATEGORY ? null : String(parent);
      return [...new Set(namesIn(member(each, "name")))].map((name) => ({ id, name, parentId }));
    });
  },
  make: async (api, { name, parentId }) => {
    const languages = await languagesOf(api);
    const said = (tag: string, text: string) =>
      spokenNode(
        tag,
        languages.map(({ id }) => [id, text]),
      );
    const texts = said("name", nameFor(name)) + said("link_rewrite", addressFor(name, "category"));
    const inner = `${node("id_parent", parentId ?? HOME_CATEGORY)}${node("active", 1)}${texts}`;
    const made = await call(api, "categories", { method: "POST", body: document(`<category>${inner}</category>`) });
    const id = textOf(member(made, "category", "id"));
    if (id === undefined) throw new PlatformError("refused", "PrestaShop gave no id");
    return id;
  },
  change: async (api, { id, name, parentId }, before) => {
    const there = member(await call(api, `categories/${id}`), "category", "name");
    const texts = new Map(listOf(there).map((each) => [String(member(each, "id")), textOf(member(each, "value"))]));
    // Names in other words are translations of the owner's.
    const saidIn = (language: string) => {
      const own = texts.get(language) ?? (Array.isArray(there) ? undefined : textOf(there));
      return own === undefined || nameKey(own) === nameKey(nameFor(before)) ? nameFor(name) : own;
    };
    const languages = await languagesOf(api);
    const names = languages.map(({ id: language }) => [language, saidIn(language)] as const);
    const inner = `${node("id", id)}${node("id_parent", parentId ?? HOME_CATEGORY)}${spokenNode("name", names)}`;
    await call(api, `categories/${id}`, { method: "PATCH", body: document(`<category>${inner}</category>`) });
  },
};
