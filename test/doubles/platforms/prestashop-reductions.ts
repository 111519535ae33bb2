import type { Reply } from "../shops.ts";
import type { Call } from "./platform.ts";

type Row = Record<string, string>;

const KEY = [
  "id_product",
  "id_product_attribute",
  "from",
  "to",
  "id_group",
  "id_customer",
  "id_currency",
  "from_quantity",
];
const rowsIn = (text: string): Row[] =>
  text
    .split("<specific_price>")
    .slice(1)
    .map((each) =>
      Object.fromEntries(
        [...each.matchAll(/<(\w+)><!\[CDATA\[(.*?)\]\]>/g)].map(([, name = "", value = ""]) => [name, value]),
      ),
    );
const listed = (text: string | null) => text?.slice(1, -1).split(/[|,]/) ?? [];
const keyOf = (row: Row) => KEY.map((name) => row[name] ?? "0").join(" ");

/** The `specific_prices` of a PrestaShop, which has one row for each case, and refuses a second one with an empty 500. */
export function prestashopReductions() {
  const rows = new Map<string, Row>();
  let next = 1;
  const make = (text: string): Reply => {
    for (const row of rowsIn(text)) {
      if ([...rows.values()].some((each) => keyOf(each) === keyOf(row))) return { status: 500 };
      const id = String(next++);
      rows.set(id, { ...row, id });
    }
    return { status: 201, json: { specific_price: { id: String(next - 1) } } };
  };
  const change = (text: string): Reply => {
    for (const { id = "", ...row } of rowsIn(text)) {
      const known = rows.get(id);
      if (!known)
        return { status: 404, json: { errors: [{ code: 57, message: "This specific_price does not exist" }] } };
      rows.set(id, { ...known, ...row });
    }
    return { json: {} };
  };
  const reply = ({ method, query, text }: Call): Reply => {
    if (method === "POST") return make(text);
    if (method === "PATCH") return change(text);
    if (method === "DELETE") {
      for (const id of listed(query.get("id"))) rows.delete(id);
      return { json: {} };
    }
    const wanted = listed(query.get("filter[id_product]"));
    const found = [...rows.values()].filter((row) => wanted.includes(row["id_product"] ?? ""));
    return { json: found.length === 0 ? [] : { specific_prices: found } };
  };
  /** `undefined`: the call is of something else. */
  const answer = (call: Call): Reply | undefined => {
    if (call.route === "GET /api/")
      return prestashopRights(["products", "stock_availables", "specific_prices", "tags"]);
    return call.route.includes(" /api/specific_prices") ? reply(call) : undefined;
  };
  return { rows, answer };
}

const METHODS = ["get", "put", "post", "patch", "delete", "head"];

/** The first page of the webservice for a key that may do all with these resources. */
export const prestashopRights = (resources: readonly string[]): Reply => ({
  headers: { "content-type": "text/xml" },
  bytes: Buffer.from(
    `<prestashop><api>${resources.map((name) => `<${name} ${METHODS.map((method) => `${method}="true"`).join(" ")}></${name}>`).join("")}</api></prestashop>`,
  ),
});
