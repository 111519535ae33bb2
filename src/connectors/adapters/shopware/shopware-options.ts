import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import { member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { optionValue, wholeOptions } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { fieldOf, hashOf, type Operation, search } from "./shopware-call.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : property-group, property-group-option
const LIMIT = 500;

/** What the shop calls the options that products differ in, and their values: its property groups and their options. */
export interface Options {
  /** Of a product, in their order. */
  of(item: PushItem): { id: string; name: string }[];
  /** Of a variant, one of each group. */
  ofVariant(item: PushItem, variant: PushVariant): string[];
  /** What the connector's own rules name as properties of a product, with their groups. */
  properties(item: PushItem): { id: string; groupId: string }[];
  /** What makes those that the shop has not. */
  made: readonly Operation[];
}

const nameOf = (row: unknown) => textOf(fieldOf(row, "name")) ?? "";
const optionKey = (groupId: string, value: string) => `${groupId}\n${nameKey(value)}`;

async function optionsThere(api: Api, groupIds: readonly string[], values: readonly string[]) {
  const found = new Map<string, string>();
  const among = (field: string, value: readonly string[]) => ({ type: "equalsAny", field, value });
  for (let page = 1; groupIds.length > 0; page++) {
    const filter = [among("groupId", groupIds), among("name", values)];
    const includes = { property_group_option: ["id", "name", "groupId"] };
    const rows = await search(api, "property-group-option", { page, limit: LIMIT, filter, includes });
    for (const row of rows) {
      found.set(optionKey(textOf(fieldOf(row, "groupId")) ?? "", nameOf(row)), String(member(row, "id")));
    }
    if (rows.length < LIMIT) break;
  }
  return found;
}

const OWN = "properties.";
/** Properties that the connector's own rules name: of each group, one value. */
const propertiesIn = (item: PushItem) =>
  isSent(item, "attributes")
    ? item.attributes
        .filter(({ name }) => name.startsWith(OWN))
        .map(({ name, value }) => ({ name: name.slice(OWN.length), values: [value] }))
    : [];

/** Finds the options and properties of products by their names, and what is to be made of them. */
export async function openOptions(api: Api, items: readonly PushItem[]): Promise<Options> {
  const all = [...items.filter(isVaried).flatMap(wholeOptions), ...items.flatMap(propertiesIn)];
  if (all.length === 0) return { of: () => [], ofVariant: () => [], properties: () => [], made: [] };
  const names = [...new Set(all.map(({ name }) => name))];
  const filter = [{ type: "equalsAny", field: "name", value: names }];
  const found = await search(api, "property-group", {
    limit: LIMIT,
    filter,
    includes: { property_group: ["id", "name"] },
  });
  const groups = new Map(found.map((row) => [nameKey(nameOf(row)), String(member(row, "id"))]));
  const values = [...new Set(all.flatMap((each) => each.values))];
  const options = await optionsThere(api, [...groups.values()], values);

  const newGroups = new Map<string, object>();
  const newOptions = new Map<string, object>();
  for (const { name, values: wanted } of all) {
    const known = groups.get(nameKey(name));
    const groupId = known ?? hashOf(`property group ${nameKey(name)}`);
    if (known === undefined) {
      groups.set(nameKey(name), groupId);
      newGroups.set(groupId, { id: groupId, name, displayType: "text", sortingType: "position" });
    }
    for (const [place, value] of wanted.entries()) {
      const key = optionKey(groupId, value);
      if (options.has(key)) continue;
      const id = hashOf(`property option ${key}`);
      options.set(key, id);
      newOptions.set(id, { id, groupId, name: value, position: place + 1 });
    }
  }
  const idOf = (name: string, value: string) => options.get(optionKey(groups.get(nameKey(name)) ?? "", value)) ?? "";
  return {
    of: (item) =>
      wholeOptions(item).flatMap(({ name, values: own }) => own.map((value) => ({ id: idOf(name, value), name }))),
    ofVariant: (item, variant) => wholeOptions(item).map(({ name }) => idOf(name, optionValue(item, variant, name))),
    properties: (item) =>
      propertiesIn(item).map(({ name, values: [value = ""] }) => ({
        id: idOf(name, value),
        groupId: groups.get(nameKey(name)) ?? "",
      })),
    made: [
      { entity: "property_group", action: "upsert", payload: [...newGroups.values()] },
      { entity: "property_group_option", action: "upsert", payload: [...newOptions.values()] },
    ],
  };
}
