import type { Entry } from "./entry.ts";
import { readXml } from "./read-source.ts";

const rest = { licence: "none named" };
const ONIX_EAN = "ProductIdentifier.IDValue";

/** Formats of trades. */
export const TRADE: readonly Entry[] = [
  {
    ...rest,
    name: "de-bmecat-2005.xml",
    repository: "olivere/bmecat",
    path: "bmecat2005/testdata/new_catalog.golden.xml",
    licence: "MIT",
    layout: "BMEcat 2005",
    currency: "EUR",
    read: (path) => readXml(path, "PRODUCT"),
    fields: {
      ean: "PRODUCT_DETAILS.INTERNATIONAL_PID",
      name: "PRODUCT_DETAILS.DESCRIPTION_SHORT",
      description: "PRODUCT_DETAILS.DESCRIPTION_LONG",
      mpn: "PRODUCT_DETAILS.MANUFACTURER_PID",
      brand: "PRODUCT_DETAILS.MANUFACTURER_NAME",
      cost_price: "PRODUCT_PRICE_DETAILS.PRODUCT_PRICE.PRICE_AMOUNT",
      weight: "PRODUCT_LOGISTIC_DETAILS.PRODUCT_DIMENSIONS.WEIGHT",
      country_of_origin: "PRODUCT_LOGISTIC_DETAILS.COUNTRY_OF_ORIGIN",
      lead_time_days: "PRODUCT_DETAILS.DELIVERY_TIME",
    },
    may: ["supplier_reference", "sku", "unit_of_measure", "min_order_quantity", "seo_keywords", "hs_code", "tags"],
  },
  {
    ...rest,
    name: "de-bmecat-12.xml",
    repository: "olivere/bmecat",
    path: "bmecat12/testdata/new_catalog.golden.xml",
    licence: "MIT",
    layout: "BMEcat 1.2",
    currency: "EUR",
    read: (path) => readXml(path, "ARTICLE"),
    fields: {
      ean: "ARTICLE_DETAILS.EAN",
      name: "ARTICLE_DETAILS.DESCRIPTION_SHORT",
      description: "ARTICLE_DETAILS.DESCRIPTION_LONG",
      mpn: "ARTICLE_DETAILS.MANUFACTURER_AID",
      brand: "ARTICLE_DETAILS.MANUFACTURER_NAME",
      cost_price: "ARTICLE_PRICE_DETAILS.ARTICLE_PRICE.PRICE_AMOUNT",
      lead_time_days: "ARTICLE_DETAILS.DELIVERY_TIME",
    },
    may: ["supplier_reference", "sku", "unit_of_measure", "min_order_quantity", "seo_keywords", "tags"],
  },
  {
    ...rest,
    name: "de-onix.xml",
    repository: "log-os/gutenberg-project",
    path: "knv_logos_20160719_112700_graefeundunzerverlag.onix.xml",
    layout: "ONIX 3.0",
    currency: "EUR",
    read: (path) => readXml(path, "Product"),
    fields: {
      ean: ONIX_EAN,
      name: "DescriptiveDetail.TitleDetail.TitleElement.TitleText",
      description: "CollateralDetail.TextContent.Text",
    },
    may: ["sku", "brand", "price", "tags", "category", "image_urls"],
  },
];
