import type { Reply } from "../shops.ts";
import type { Shelf } from "./platform.ts";
import { criteriaFault, lackOf, memberFault, type Row, rowsIn } from "./shopware-bodies.ts";

const fault = (detail: string, code = "C"): Reply => ({
  status: 400,
  json: { errors: [{ status: "400", code, detail }] },
});
const DUPLICATE = "CONTENT__DUPLICATE_PRODUCT_NUMBER";

type Table = Map<string, Row>;
const TABLES = [
  "product",
  "media",
  "property_group",
  "property_group_option",
  "product_configurator_setting",
  "product_media",
  "tag",
  "category",
  "language",
];
/** What takes a product out of what it was put into. */
const DROPPED: Record<string, [ids: string, id: string]> = {
  product_option: ["optionIds", "optionId"],
  product_property: ["propertyIds", "optionId"],
  product_category: ["categoryIds", "categoryId"],
  product_tag: ["tagIds", "tagId"],
};
const idOf = (row: Row) => String(row["id"]);
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

interface Operation {
  entity: string;
  action: string;
  payload: Row[];
}

interface Criteria {
  ids?: string[];
  filter?: Row[];
  associations?: Row;
  limit?: number;
  page?: number;
}

/** Why a row is not among those that a filter takes; multi filters take what any of theirs takes. */
function isTaken(row: Row, filter: Row): boolean {
  const {
    type,
    field = "",
    value,
    queries,
  } = filter as { type: string; field?: string; value?: unknown; queries?: Row[] };
  if (type === "multi") return (queries ?? []).some((each) => isTaken(row, each));
  const held = row[field] ?? null;
  if (type === "equals") return held === value;
  return type === "equalsAny" ? texts(value).includes(String(held)) : true;
}

/**
 * The catalog of a Shopware shop: products with their variants, options and pictures. It takes what the published description
 * has, all of a request or nothing, and refuses the rest. `refusesFile`: the address of a picture that it cannot have.
 */
export function shopwareShop({ refusesFile = /nothing/, shelf }: { refusesFile?: RegExp; shelf?: Shelf } = {}) {
  let tables: Record<string, Table> = Object.fromEntries(TABLES.map((name) => [name, new Map<string, Row>()]));
  const table = (name: string): Table => tables[name] ?? new Map();
  const all = (name: string) => [...table(name).values()];
  const childrenOf = (id: string) => all("product").filter((row) => row["parentId"] === id);

  /** Stores the rows that stand in a product. */
  function putInner(id: string, { children, configuratorSettings, media }: Row): void {
    for (const each of rowsIn(configuratorSettings)) put("product_configurator_setting", each, { productId: id });
    for (const each of rowsIn(media)) put("product_media", each, { productId: id });
    for (const each of rowsIn(children)) put("product", each, { parentId: id });
  }

  /** The texts of a product by the language, which the shop is to have. */
  function translated(before: unknown, given: Record<string, object>): Row {
    const unknown = Object.keys(given).find((id) => !table("language").has(id));
    if (unknown) throw new TypeError(`there is no language ${unknown}`);
    const all = Object.entries(given).map(([id, texts]) => [id, { ...Object(before)[id], ...texts }]);
    return { ...Object(before), ...Object.fromEntries(all) };
  }

  /** A product once a row of it is stored: an upsert adds to what it is put into, to its custom fields and translations. */
  function grown(before: Row | undefined, row: Row): Row {
    const { options, properties, categories, tags, translations, customFields, ...own } = row;
    const added = (name: string, rows: unknown) => ({
      [name]: [...new Set([...texts(before?.[name]), ...rowsIn(rows).map(idOf)])],
    });
    return {
      ...{ ...before, ...own, ...added("optionIds", options) },
      ...(categories ? added("categoryIds", categories) : {}),
      ...(tags ? added("tagIds", tags) : {}),
      ...(properties ? added("propertyIds", properties) : {}),
      ...(customFields ? { customFields: { ...Object(before?.["customFields"]), ...Object(customFields) } } : {}),
      ...(translations ? { translations: translated(before?.["translations"], Object(translations)) } : {}),
    };
  }

  /** Stores a row with those that stand in it; throws why it is refused. */
  function put(entity: string, row: Row, given: Row = {}): void {
    const id = idOf(row);
    const before = table(entity).get(id);
    const wrong = memberFault(entity, row) ?? (before ? undefined : lackOf(entity, row, given));
    if (wrong) throw new TypeError(wrong);
    if (!TABLES.includes(entity)) return;
    const { children, configuratorSettings, media, ...own } = row;
    if (entity !== "product") {
      table(entity).set(id, { ...before, ...given, ...own });
      return;
    }
    for (const each of rowsIn(row["tags"])) put("tag", { ...table("tag").get(idOf(each)), ...each });
    table(entity).set(id, grown(before, { ...given, ...own }));
    putInner(id, { children, configuratorSettings, media });
  }

  /** Takes a product out of what it was put into, where an entity is of that; whether it is. */
  function takeOut(entity: string, row: Row): boolean {
    const known = DROPPED[entity];
    if (!known) return false;
    const [ids, named] = known;
    const product = table("product").get(String(row["productId"]));
    if (product) product[ids] = texts(product[ids]).filter((each) => each !== row[named]);
    return true;
  }

  function remove(entity: string, row: Row): void {
    if (takeOut(entity, row)) return;
    const { id } = row;
    table(entity).delete(String(id));
    for (const each of all("product_media")) {
      if (each["mediaId"] === id || each["productId"] === id) table("product_media").delete(idOf(each));
    }
  }

  /** What would break the shop's own constraints. */
  function brokenBy(): Reply | undefined {
    const numbers = all("product").map((row) => String(row["productNumber"]).toLowerCase());
    if (new Set(numbers).size < numbers.length) return fault("The number exists", DUPLICATE);
    const settings = all("product_configurator_setting").map((row) => `${row["productId"]} ${row["optionId"]}`);
    if (new Set(settings).size < settings.length) return fault("The configurator setting exists");
    const unknown = all("product_media").find((row) => !table("media").has(String(row["mediaId"])));
    const orphan = all("product").find((row) => row["parentId"] && !table("product").has(String(row["parentId"])));
    const nowhere = all("product")
      .flatMap((row) => texts(row["optionIds"]))
      .find((id) => !table("property_group_option").has(id));
    return unknown || orphan || nowhere
      ? fault("Cannot add or update a child row: a foreign key constraint fails")
      : undefined;
  }

  /** Carries operations out; what they break is said. */
  function carryOut(operations: Operation[]): Reply | undefined {
    try {
      const rows = operations.flatMap(({ entity, action, payload }) => payload.map((row) => ({ entity, action, row })));
      for (const { entity, action, row } of rows) action === "delete" ? remove(entity, row) : put(entity, row);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return fault(error.message);
    }
    return brokenBy();
  }

  function sync(operations: Operation[]): Reply {
    const before = structuredClone(tables);
    const refused = carryOut(operations);
    if (refused) tables = before;
    if (refused) return refused;
    const made = all("product").filter((row) => !row["parentId"] && shelf && !shelf.products.has(idOf(row)));
    for (const row of made) shelf?.make(String(row["productNumber"]), idOf(row));
    return { json: {} };
  }

  const optionsOf = (row: Row) =>
    texts(row["optionIds"]).map((id) => {
      const option = table("property_group_option").get(id);
      return { ...option, group: table("property_group").get(String(option?.["groupId"])) };
    });

  /** A row with what a search asks for beside it. */
  function shown(entity: string, row: Row, associations: Row): Row {
    if (entity !== "product") return row;
    const children = childrenOf(idOf(row));
    const of = (name: string) => all(name).filter((each) => each["productId"] === row["id"]);
    const inner = (name: string) => (Object(associations[name])["associations"] ?? {}) as Row;
    return {
      ...row,
      childCount: children.length,
      ...("children" in associations && {
        children: children.map((each) => shown("product", each, inner("children"))),
      }),
      ...("options" in associations && { options: optionsOf(row) }),
      ...("properties" in associations && {
        properties: texts(row["propertyIds"]).map((id) => table("property_group_option").get(id)),
      }),
      ...("media" in associations && { media: of("product_media") }),
      ...("configuratorSettings" in associations && { configuratorSettings: of("product_configurator_setting") }),
    };
  }

  /** What tests have put on the shelf, or taken from it. */
  function follow({ products }: Shelf): void {
    const isNew = ([id]: [string, string]) => !table("product").has(id);
    for (const [id, productNumber] of [...products].filter(isNew)) table("product").set(id, { id, productNumber });
    const gone = all("product").filter((row) => !row["parentId"] && !products.has(idOf(row)));
    for (const row of gone) table("product").delete(idOf(row));
  }

  function find(entity: string, body: Row): Reply {
    const wrong = criteriaFault(body);
    if (wrong) return fault(wrong);
    const { ids, filter = [], associations = {}, limit = 500, page = 1 } = body as Criteria;
    const found = all(entity).filter(
      (row) => (ids?.includes(idOf(row)) ?? true) && filter.every((each) => isTaken(row, each)),
    );
    const data = found.slice((page - 1) * limit, page * limit).map((row) => shown(entity, row, associations));
    return { json: { data, total: found.length } };
  }

  /** A picture's file: by its address, or as it is. */
  function upload(mediaId: string, query: URLSearchParams, text: string, type: string): Reply {
    const media = table("media").get(mediaId);
    if (!media || !query.get("extension")) return fault("MEDIA_NOT_FOUND");
    const { url, ...more } = type === "application/json" ? JSON.parse(text) : { url: undefined };
    if (Object.keys(more).length > 0 || !["application/json", "application/octet-stream"].includes(type))
      return fault("body");
    if (url !== undefined && refusesFile.test(url)) return fault(`The url "${url}" cannot be read`);
    media["file"] = url ?? `${text.length} bytes`;
    return { status: 204, text: "" };
  }

  const reply = (
    route: string,
    { body, query, text, type }: { body: unknown; query: URLSearchParams; text: string; type: string },
  ): Reply | undefined => {
    if (shelf) follow(shelf);
    const [, mediaId] = /^POST \/api\/_action\/media\/(\w+)\/upload$/.exec(route) ?? [];
    if (mediaId) return upload(mediaId, query, text, type);
    if (route === "POST /api/_action/sync") return sync(body as Operation[]);
    const [, kind = ""] = /^POST \/api\/search\/([\w-]+)$/.exec(route) ?? [];
    const entity = kind.replaceAll("-", "_");
    if (entity === "media_default_folder") return { json: { data: [{ id: "f1", folder: { id: "f".repeat(32) } }] } };
    return TABLES.includes(entity) ? find(entity, body as Row) : undefined;
  };
  return { table, childrenOf, reply };
}
