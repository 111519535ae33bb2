import { describe, expect, test } from "bun:test";
import { readFile } from "./packages.ts";

/** Short lists in the words of known programs. What each column must be taken for without a hand. */
const FEEDS: [string, string, string, Record<string, string>][] = [
  [
    "Google Merchant",
    "feed.xml",
    `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://x</link>
    <item><g:id>A1</g:id><title>Blue pen</title><description>Writes blue</description><link>https://x/p/1</link>
    <g:image_link>https://x/1.jpg</g:image_link><g:price>1.50 EUR</g:price><g:sale_price>1.20 EUR</g:sale_price>
    <g:gtin>4006381333931</g:gtin><g:brand>Stabilo</g:brand><g:mpn>PT88</g:mpn><g:availability>in_stock</g:availability>
    <g:shipping><g:country>FR</g:country><g:price>5.00 EUR</g:price></g:shipping></item>
    <item><g:id>A2</g:id><title>Red pen</title><link>https://x/p/2</link><g:price>2 EUR</g:price></item></channel></rss>`,
    {
      "g:id": "sku",
      title: "name",
      description: "description",
      "g:image_link": "image_urls",
      "g:price": "price",
      "g:gtin": "ean",
      "g:brand": "brand",
      "g:mpn": "mpn",
    },
  ],
  [
    "Shopify",
    "products.csv",
    `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,SEO Title,Cost per item,Status
blue-pen,Blue pen,<p>Writes</p>,Stabilo,Pens,"a, b",true,P-1,12,5,1.50,2.00,4006381333931,https://x/1.jpg,Pen,0.70,active
red-pen,Red pen,<p>Writes</p>,Stabilo,Pens,a,true,P-2,12,3,1.50,2.00,3400949497294,https://x/2.jpg,Pen,0.70,active`,
    {
      Handle: "url_slug",
      Title: "name",
      "Body (HTML)": "description",
      Vendor: "brand",
      Type: "category",
      Tags: "tags",
      "Variant SKU": "sku",
      "Variant Grams": "weight",
      "Variant Inventory Qty": "stock",
      "Variant Price": "price",
      "Variant Compare At Price": "compare_at_price",
      "Variant Barcode": "ean",
      "Image Src": "image_urls",
      "SEO Title": "seo_title",
      "Cost per item": "cost_price",
      Status: "status",
    },
  ],
  [
    "WooCommerce",
    "products.csv",
    `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Visibility in catalog,Short description,Tax class,In stock?,Stock,Sale price,Regular price,Categories,Images,Position
44,simple,pen-1,4006381333931,Blue pen,1,visible,Writes,,1,5,1.20,1.50,Office > Pens,https://x/1.jpg,0
45,simple,pen-2,3400949497294,Red pen,1,visible,Writes,,1,5,1.20,1.50,Office > Pens,https://x/2.jpg,0`,
    {
      SKU: "sku",
      "GTIN, UPC, EAN, or ISBN": "ean",
      Name: "name",
      Published: "is_active",
      "Short description": "short_description",
      Stock: "stock",
      "Regular price": "price",
      Categories: "category",
      Images: "image_urls",
    },
  ],
  [
    "PrestaShop",
    "products.csv",
    `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Reference #;Supplier reference #;Supplier;Manufacturer;EAN13;Quantity;Unit price;Summary;Description;Meta title;URL rewritten
1;1;Blue pen;Pens;1.50;1;0.80;0;P-1;R-1;ACME;Stabilo;4006381333931;10;0;Writes;Writes blue;Pen;blue-pen
2;1;Red pen;Pens;1.60;1;0.90;0;P-2;R-2;ACME;Stabilo;3400949497294;10;0;Writes;Writes red;Pen;red-pen`,
    {
      "Active (0/1)": "is_active",
      "Name *": "name",
      "Categories (x,y,z...)": "category",
      "Price tax excluded": "price",
      "Wholesale price": "cost_price",
      "Reference #": "sku",
      "Supplier reference #": "supplier_reference",
      Manufacturer: "brand",
      EAN13: "ean",
      Quantity: "stock",
      Summary: "short_description",
      Description: "description",
      "Meta title": "seo_title",
      "URL rewritten": "url_slug",
    },
  ],
  [
    "BMEcat 1.2",
    "catalog.xml",
    `<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd"><BMECAT version="1.2"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE></CATALOG></HEADER><T_NEW_CATALOG>${[
      ["A-1", "Kugelschreiber blau", "4006381333931"],
      ["A-2", "Kugelschreiber rot", "3400949497294"],
    ]
      .map(
        ([id, name, ean]) =>
          `<ARTICLE mode="new"><SUPPLIER_AID>${id}</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>${name}</DESCRIPTION_SHORT><DESCRIPTION_LONG>Schreibt</DESCRIPTION_LONG><EAN>${ean}</EAN><MANUFACTURER_NAME>Stabilo</MANUFACTURER_NAME></ARTICLE_DETAILS><ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE>blau</FVALUE></FEATURE><FEATURE><FNAME>Länge</FNAME><FVALUE>14</FVALUE><FUNIT>cm</FUNIT></FEATURE></ARTICLE_FEATURES><ARTICLE_ORDER_DETAILS><ORDER_UNIT>PCE</ORDER_UNIT></ARTICLE_ORDER_DETAILS><ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>0.80</PRICE_AMOUNT><TAX>0.19</TAX></ARTICLE_PRICE><ARTICLE_PRICE price_type="nrp"><PRICE_AMOUNT>1.50</PRICE_AMOUNT><TAX>0.19</TAX></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS></ARTICLE>`,
      )
      .join("")}</T_NEW_CATALOG></BMECAT>`,
    {
      SUPPLIER_AID: "supplier_reference",
      "ARTICLE_DETAILS.DESCRIPTION_SHORT": "name",
      "ARTICLE_DETAILS.DESCRIPTION_LONG": "description",
      "ARTICLE_DETAILS.EAN": "ean",
      "ARTICLE_DETAILS.MANUFACTURER_NAME": "brand",
      "ARTICLE_ORDER_DETAILS.ORDER_UNIT": "unit_of_measure",
      "ARTICLE_FEATURES.FEATURE.Farbe": "color",
      "ARTICLE_FEATURES.FEATURE.Länge": "depth",
      "ARTICLE_PRICE_DETAILS.ARTICLE_PRICE[net_list].PRICE_AMOUNT": "cost_price",
      "ARTICLE_PRICE_DETAILS.ARTICLE_PRICE[nrp].PRICE_AMOUNT": "price",
    },
  ],
  [
    "Heureka",
    "feed.xml",
    `<?xml version="1.0" encoding="utf-8"?><SHOP>${[
      ["1", "4006381333931", "modrá"],
      ["2", "3400949497294", "červená"],
    ]
      .map(
        ([id, ean, color]) =>
          `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Pero ${color}</PRODUCTNAME><PRODUCT>Pero ${color} - akce</PRODUCT><DESCRIPTION>Píše</DESCRIPTION><URL>https://x/${id}</URL><IMGURL>https://x/${id}.jpg</IMGURL><PRICE_VAT>49</PRICE_VAT><MANUFACTURER>Stabilo</MANUFACTURER><CATEGORYTEXT>Kancelář | Pera</CATEGORYTEXT><EAN>${ean}</EAN><PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>${color}</VAL></PARAM><PARAM><PARAM_NAME>Délka</PARAM_NAME><VAL>14 cm</VAL></PARAM><DELIVERY_DATE>0</DELIVERY_DATE></SHOPITEM>`,
      )
      .join("")}</SHOP>`,
    {
      ITEM_ID: "sku",
      PRODUCTNAME: "name",
      DESCRIPTION: "description",
      IMGURL: "image_urls",
      PRICE_VAT: "price",
      MANUFACTURER: "brand",
      CATEGORYTEXT: "category",
      EAN: "ean",
      "PARAM.Barva": "color",
      "PARAM.Délka": "depth",
      DELIVERY_DATE: "lead_time_days",
    },
  ],
];

describe("known feeds are mapped without a hand", () => {
  test.each(FEEDS)("%s", async (_, name, content, expected) => {
    const { suggestedMapping, rows } = await readFile(name, content);
    expect(suggestedMapping).toEqual(expected);
    expect(rows).toHaveLength(2);
  });
});
