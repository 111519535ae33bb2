import { openXml } from "../../../src/imports/parse/xml/xml-events.ts";
import { FNAC_ORDERS } from "../../connectors/published/fnac-orders.ts";
import type { Reply } from "../shops.ts";

const wordsOf = (text: string) => text.split(/\s+/);
const namesOf = (text: string) => wordsOf(text).map((name) => name.replace("!", ""));
const ASKED: Readonly<Record<string, string>> = FNAC_ORDERS.asked;
const ANSWERED: Readonly<Record<string, string>> = FNAC_ORDERS.answered;

/** Which elements stand in which, in their order, with their texts and attributes. */
function elementsOf(xml: string) {
  const found: { name: string; within: string; attributes: Record<string, string>; text: string }[] = [];
  const path: number[] = [];
  const feed = openXml("question.xml", {
    open: (name, attributes) => {
      const within = found[path.at(-1) ?? -1]?.name ?? "";
      path.push(found.push({ name, within, attributes, text: "" }) - 1);
    },
    text: (text) => {
      const at = found[path.at(-1) ?? -1];
      if (at) at.text += text;
    },
    close: () => {
      path.pop();
    },
  });
  feed.write(xml);
  feed.end();
  return found;
}

/** What the marketplace's schema does not take of a question; `undefined`: it takes it. */
function faultOf(xml: string): string | undefined {
  const elements = elementsOf(xml);
  const [root, first] = elements;
  const attributes = Object.keys(root?.attributes ?? {});
  const strange = attributes.find((name) => !namesOf(FNAC_ORDERS.attributes).includes(name));
  if (strange !== undefined) return `The attribute ${strange}`;
  const lacks = wordsOf(FNAC_ORDERS.attributes).find(
    (name) => name.endsWith("!") && !attributes.includes(name.slice(0, -1)),
  );
  if (lacks !== undefined) return `No attribute ${lacks}`;
  const inner = elements.slice(1);
  const wrong = inner.find(({ name, within }) => !namesOf(ASKED[within] ?? "").includes(name));
  if (wrong) return `${wrong.name} in ${wrong.within}`;
  if (inner.some(({ name }, place) => name === "paging" && place > 0) || first === undefined)
    return "paging stands first";
  const date = inner.find(({ name }) => name === "date");
  if (date && !wordsOf(FNAC_ORDERS.dates).includes(date.attributes["type"] ?? "")) return "The type of a date";
  const sort = inner.find(({ name }) => name === "sort_by")?.text;
  return sort !== undefined && !wordsOf(FNAC_ORDERS.sorts).includes(sort) ? `Sorted ${sort}` : undefined;
}

/** What is wrong with an answer of this double; `undefined`: the schema has all of it. */
export function fnacStrangeIn(xml: string): string | undefined {
  const elements = elementsOf(xml);
  const wrong = elements.find(
    ({ name, within }) => ANSWERED[within] !== undefined && !namesOf(ANSWERED[within]).includes(name),
  );
  return wrong && `${wrong.name} in ${wrong.within}`;
}

export interface FnacOrder {
  id: string;
  state: string;
  lines: { id: string; state: string; sku: string; quantity: number }[];
}

const node = (name: string, text: string | number) => `<${name}>${text}</${name}>`;
const CREATED = "2099-01-01T11:00:00+01:00";
const PERSON = `${node("client_firstname", "A")}${node("client_lastname", "B")}`;
const ADDRESS = `<shipping_address>${node("firstname", "A")}${node("state", "Paris")}</shipping_address>`;

const detailXml = ({ id, state, sku, quantity }: FnacOrder["lines"][number]) => {
  const own = node("order_detail_id", id) + node("state", state) + node("quantity", quantity);
  const product = node("product_fnac_id", "1") + node("product_name", "Lamp") + node("product_state", 11);
  const offer = `${node("offer_fnac_id", "U")}<offer_seller_id><![CDATA[${sku}]]></offer_seller_id>`;
  return `<order_detail>${own}${product}${offer}${node("price", "12.50")}${node("fees", "1.00")}</order_detail>`;
};
const orderXml = ({ id, state, lines }: FnacOrder) => {
  const own = node("order_id", id) + node("state", state) + node("created_at", CREATED);
  return `<order>${node("shop_id", "s")}${node("client_id", "c")}${PERSON}${own}${ADDRESS}${lines.map(detailXml).join("")}</order>`;
};

const xml = (status: string, inner: string): Reply => ({
  headers: { "content-type": "text/xml" },
  text: `<?xml version="1.0"?><orders_query_response status="${status}">${inner}</orders_query_response>`,
});

/** Orders as `orders_query` answers them, page by page. What the schema does not take is refused. */
export function fnacOrders(question: string, all: readonly FnacOrder[], size = 100): Reply {
  const fault = faultOf(question);
  if (fault !== undefined) return xml("FATAL", `<error code="ERR_001" severity="FATAL">${fault}</error>`);
  const page = Number(/<paging>(\d+)</.exec(question)?.[1] ?? 1);
  const totals = node("page", page) + node("total_paging", Math.max(1, Math.ceil(all.length / size)));
  const counts = node("nb_total_per_page", size) + node("nb_total_result", all.length);
  return xml(
    "OK",
    totals +
      counts +
      all
        .slice((page - 1) * size, page * size)
        .map(orderXml)
        .join(""),
  );
}
