import type { Element } from "./read-xml.ts";

/** What the schema says of an element: what is in it, in which order, or which texts. */
interface Content {
  /** `name` once, `name?` at most once, `name*` any number, `name+` at least one. */
  children?: string;
  longest?: number;
  form?: RegExp;
  attributes?: Record<string, RegExp>;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The part of `bmecat_2005.xsd` (BME, 2005-11-04; looked up on 2026-11-25) that a catalog of products without groups needs, but
 * for lists of units, languages and currencies, and for choices that a feed does not make. Derived from it; xmllint found the
 * feed of `givenShop` valid by the schema itself on that day.
 */
const SCHEMA: Record<string, Content> = {
  BMECAT: { children: "HEADER T_NEW_CATALOG", attributes: { version: /^2005$/ } },
  HEADER: { children: "GENERATOR_INFO? CATALOG BUYER? AGREEMENT* LEGAL_INFO? SUPPLIER PARTIES? AREAS?" },
  CATALOG: {
    children:
      "LANGUAGE+ CATALOG_ID CATALOG_VERSION CATALOG_NAME* GENERATION_DATE? TERRITORY* CURRENCY? MIME_ROOT* PRICE_FLAG* PRICE_FACTOR?",
  },
  SUPPLIER: { children: "SUPPLIER_ID* SUPPLIER_NAME ADDRESS? MIME_INFO?" },
  T_NEW_CATALOG: { children: "CLASSIFICATION_SYSTEM* CATALOG_GROUP_SYSTEM? FORMULAS? IPP_DEFINITIONS? PRODUCT*" },
  PRODUCT: {
    children:
      "SUPPLIER_PID SUPPLIER_IDREF? PRODUCT_DETAILS PRODUCT_FEATURES* PRODUCT_ORDER_DETAILS PRODUCT_PRICE_DETAILS+ MIME_INFO? PRODUCT_REFERENCE*",
    attributes: { mode: /^new$/ },
  },
  PRODUCT_DETAILS: {
    children:
      "DESCRIPTION_SHORT+ DESCRIPTION_LONG* INTERNATIONAL_PID* SUPPLIER_ALT_PID? BUYER_PID* MANUFACTURER_PID? MANUFACTURER_NAME? MANUFACTURER_TYPE_DESCR* ERP_GROUP_BUYER? ERP_GROUP_SUPPLIER? DELIVERY_TIME? SPECIAL_TREATMENT_CLASS* KEYWORD* REMARKS*",
  },
  PRODUCT_FEATURES: { children: "REFERENCE_FEATURE_SYSTEM_NAME? REFERENCE_FEATURE_GROUP_ID* FEATURE*" },
  FEATURE: { children: "FNAME+ FVALUE+ FUNIT? FORDER?" },
  PRODUCT_ORDER_DETAILS: { children: "ORDER_UNIT CONTENT_UNIT? NO_CU_PER_OU? PRICE_QUANTITY? QUANTITY_MIN?" },
  PRODUCT_PRICE_DETAILS: { children: "VALID_START_DATE? VALID_END_DATE? DAILY_PRICE? PRODUCT_PRICE+" },
  PRODUCT_PRICE: {
    children: "PRICE_AMOUNT? PRICE_CURRENCY? TAX? PRICE_FACTOR? LOWER_BOUND? TERRITORY*",
    attributes: { price_type: /^(gros_list|net_customer|net_customer_exp|net_list|nrp|on_request|udp_\w{1,16})$/ },
  },
  MIME_INFO: { children: "MIME+" },
  MIME: { children: "MIME_TYPE? MIME_SOURCE+ MIME_DESCR* MIME_ALT* MIME_PURPOSE? MIME_ORDER?" },
  LANGUAGE: { form: /^[a-z]{3}$/ },
  CATALOG_ID: { longest: 20 },
  CATALOG_VERSION: { form: /^[0-9]{1,3}\.[0-9]{1,3}$/ },
  CATALOG_NAME: { longest: 100 },
  GENERATION_DATE: { form: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2}|Z)$/ },
  CURRENCY: { form: /^[A-Z]{3}$/ },
  SUPPLIER_NAME: { longest: 50 },
  SUPPLIER_PID: { longest: 32 },
  DESCRIPTION_SHORT: { longest: 150 },
  DESCRIPTION_LONG: { longest: 64_000 },
  INTERNATIONAL_PID: { longest: 100, attributes: { type: /^(ean|gtin|upc|\w{1,50})$/ } },
  MANUFACTURER_PID: { longest: 50 },
  MANUFACTURER_NAME: { longest: 50 },
  KEYWORD: { longest: 50 },
  FNAME: { longest: 60 },
  FVALUE: { longest: 60 },
  ORDER_UNIT: { form: /^[A-Z0-9]{2,3}$/ },
  PRICE_AMOUNT: { form: NUMBER },
  PRICE_CURRENCY: { form: /^[A-Z]{3}$/ },
  TAX: { form: NUMBER },
  LOWER_BOUND: { form: NUMBER },
  MIME_TYPE: {
    longest: 30,
    form: /^(application\/pdf|application\/xml|image\/gif|image\/jpeg|text\/html|text\/plain|url|[\w\-.]{1,30})$/,
  },
  MIME_SOURCE: { longest: 255 },
  MIME_PURPOSE: { form: /^(data_sheet|detail|icon|logo|normal|safety_data_sheet|thumbnail|others)$/ },
};

/** The content of an element as an expression over the names of its children. */
const contentModel = (children: string) =>
  new RegExp(
    `^${children
      .split(" ")
      .map((each) => `(?:${each.replace(/[?*+]$/, "")} )${/[?*+]$/.exec(each)?.[0] ?? ""}`)
      .join("")}$`,
  );

function textFaults({ name, text }: Element, { longest = 64_000, form = /^/ }: Content): string[] {
  const isLong = Array.from(text).length > longest;
  return [
    ...(text === "" ? [`${name} is empty`] : []),
    ...(isLong ? [`${name} is longer than ${longest}`] : []),
    ...(form.test(text) ? [] : [`${name}: ${text}`]),
  ];
}

/** What of an element and of all in it is not as the schema has it. */
export function schemaFaults(element: Element): string[] {
  const content = SCHEMA[element.name];
  if (!content) return [`${element.name} is not known`];
  const { children, attributes = {} } = content;
  const given = Object.entries(element.attributes).filter(([name]) => name !== "xmlns");
  const wrong = given
    .filter(([name, value]) => !attributes[name]?.test(value))
    .map(([name]) => `@${name} of ${element.name}`);
  if (children === undefined) return [...wrong, ...textFaults(element, content)];
  const order = element.children.map(({ name }) => `${name} `).join("");
  const isRight = contentModel(children).test(order);
  return [...wrong, ...(isRight ? [] : [`${element.name}: ${order}`]), ...element.children.flatMap(schemaFaults)];
}
