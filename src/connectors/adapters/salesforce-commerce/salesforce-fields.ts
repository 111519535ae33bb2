import { sentFields } from "../../engine/fields.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";

// Source: Salesforce's description of the Products API v1: texts by locale, custom attributes as `c_…`
const OWN = "attributes.";
const said = (text: string) => ({ markup: text, source: text });

/** A text in the site's default locale and in the others that the connector names, where there is one. */
function spoken<T>(item: PushItem, read: (texts: PushTexts) => string, write: (text: string) => T) {
  const others = Object.entries(item.translations)
    .map(([locale, texts]) => [locale, read(texts)] as const)
    .filter(([, text]) => text !== "");
  return Object.fromEntries([["default", read(item)] as const, ...others].map(([each, text]) => [each, write(text)]));
}

/** What the connector's own rules name, as attributes of the site's products. */
function customOf({ attributes }: PushItem) {
  const own = attributes.filter(({ name }) => name.startsWith(OWN));
  const idOf = (name: string) => `c_${name.slice(OWN.length).replace(/^c_/, "")}`;
  return own.length > 0 && Object.fromEntries(own.map(({ name, value }) => [idOf(name), value]));
}

const asIs = (text: string) => text;

/** What is sent of a product, or of a variant as of any product. */
export function fieldsOf(item: PushItem) {
  const { shortDescription, seoTitle, seoDescription, ean, brand } = item;
  return sentFields(item, {
    name: { name: spoken(item, ({ title }) => title, asIs) },
    description: { longDescription: spoken(item, ({ description }) => description, said) },
    short_description: shortDescription !== "" && {
      shortDescription: spoken(item, (texts) => texts.shortDescription, said),
    },
    seo_title: seoTitle !== "" && { pageTitle: spoken(item, (texts) => texts.seoTitle, asIs) },
    seo_description: seoDescription !== "" && {
      pageDescription: spoken(item, (texts) => texts.seoDescription, asIs),
    },
    ean: ean !== null && { ean },
    brand: brand !== null && { brand },
    attributes: customOf(item),
  });
}

/** What makes a new product, or a variant that comes back, to be seen: one that is there stays as its owner has it. */
export const ONLINE = { onlineFlag: { default: true } };
