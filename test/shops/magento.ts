import { baseOf, listOf, member, numberOf, textOf } from "../../src/connectors/engine/platform-values.ts";
import { given, type TestedShop } from "./shop.ts";

const MANY = 20;

/** Paths are below `/rest`, such as `/all/V1/products`. */
const ask: TestedShop["ask"] = (api, method, path, body) => {
  const { base_url: base, access_token: token = "" } = api.credentials;
  const headers = { authorization: `Bearer ${token}` };
  const request = { method, url: `${baseOf(base)}/rest${path}`, headers };
  return api.request({ ...request, ...(body !== undefined && { json: body }) }, () => true);
};

const where = (field: string, type: string, value: string) =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][condition_type]=${type}&searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;

/** A Magento shop. */
export const magentoShop: TestedShop = {
  id: "magento",
  credentials: (address) => ({ base_url: address, access_token: given("magento", "token", "TOKEN") }),
  ask,
  version: async (api) => {
    const { base_url: base } = api.credentials;
    const { text } = await api.request({ method: "GET", url: `${baseOf(base)}/magento_version` }, () => true);
    return /\d+\.\d+/.exec(text)?.[0] ?? "unknown";
  },
  remove: async (api, prefix) => {
    const answer = await ask(api, "GET", `/all/V1/products?${where("sku", "like", `${prefix}%`)}&fields=items[sku]`);
    if (answer.status >= 300) return;
    const skus = listOf(member(answer.json(), "items")).flatMap((each) => textOf(member(each, "sku")) ?? []);
    // Many go by the shop's queue, which is not waited for.
    if (skus.length > MANY) {
      await ask(
        api,
        "DELETE",
        "/all/async/bulk/V1/products/bySku",
        skus.map((sku) => ({ sku })),
      );
      return;
    }
    for (const sku of skus) await ask(api, "DELETE", `/all/V1/products/${encodeURIComponent(sku)}`);
  },
};

type Ask = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) => ReturnType<TestedShop["ask"]>;

/** A product as the shop has it: its members, and its attributes by their codes. */
export async function productThere(ask: Ask, sku: string, view = "all") {
  const product = (await ask("GET", `/${view}/V1/products/${encodeURIComponent(sku)}`)).json();
  const own = listOf(member(product, "custom_attributes")).map((each) => [
    String(member(each, "attribute_code")),
    member(each, "value"),
  ]);
  return { product, attributes: Object.fromEntries(own) as Record<string, unknown> };
}

/** A dropdown by which the products of the suite are chosen, in the attribute set of new products; `remove` takes it away. */
export async function sizesOf(ask: Ask, label: string) {
  const code = label.toLowerCase().replaceAll(" ", "_");
  const remove = () => ask("DELETE", `/all/V1/products/attributes/${code}`);
  await remove();
  const attribute = {
    ...{ attribute_code: code, frontend_input: "select", default_frontend_label: label, scope: "global" },
    ...{ is_required: false, frontend_labels: [] },
  };
  await ask("POST", "/all/V1/products/attributes", { attribute });
  const groups = await ask(
    "GET",
    `/all/V1/products/attribute-sets/groups/list?${where("attribute_set_id", "eq", "4")}`,
  );
  const group = listOf(member(groups.json(), "items"))[0];
  await ask("POST", "/all/V1/products/attribute-sets/attributes", {
    ...{ attributeSetId: 4, attributeGroupId: numberOf(member(group, "attribute_group_id")) },
    ...{ attributeCode: code, sortOrder: 90 },
  });
  return { remove };
}

/** What the source has of a product, and what can be sold of it. */
export async function levelsThere(ask: Ask, sku: string) {
  const items = await ask("GET", `/all/V1/inventory/source-items?${where("sku", "eq", sku)}`);
  const salable = await ask("GET", `/all/V1/inventory/get-product-salable-quantity/${encodeURIComponent(sku)}/1`);
  const own = listOf(member(items.json(), "items")).find((each) => member(each, "source_code") === "default");
  return { source: numberOf(member(own, "quantity")), salable: numberOf(salable.json()) };
}

const ADDRESS = {
  ...{ firstname: "A", lastname: "B", street: ["Rue 1"], city: "Paris", postcode: "75001", country_id: "FR" },
  ...{ telephone: "1", email: "a@example.com" },
};

/** Buys something as a guest. Returns the id of the order. */
export async function orderThere(ask: Ask, sku: string, quantity: number): Promise<string> {
  const said = async (answer: ReturnType<Ask>) => {
    const { status, json, text } = await answer;
    if (status >= 300) throw new Error(text);
    return json();
  };
  const cart = String(await said(ask("POST", "/default/V1/guest-carts")));
  const path = `/default/V1/guest-carts/${cart}`;
  await said(ask("POST", `${path}/items`, { cartItem: { quote_id: cart, sku, qty: quantity } }));
  const addresses = { shipping_address: ADDRESS, billing_address: ADDRESS };
  const way = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  await said(ask("POST", `${path}/shipping-information`, { addressInformation: { ...addresses, ...way } }));
  const payment = { email: ADDRESS.email, paymentMethod: { method: "checkmo" } };
  return String(await said(ask("POST", `${path}/payment-information`, payment)));
}
