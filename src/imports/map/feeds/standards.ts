import { type Feed, words } from "./feed.ts";

/** Standards of catalogs, forms of programs that keep goods, and what marketplaces take in. */
export const STANDARDS: readonly Feed[] = [
  {
    // cXML's Index: https://xml.cxml.org/current/cXML.zip; what a supplier puts up for buyers.
    marks: words("itemid.supplierpartid"),
    targets: {
      supplierpartid: "supplier_reference",
      shortname: "name",
      "unitprice.money": "cost_price",
      unitofmeasure: "unit_of_measure",
      manufacturerpartid: "mpn",
      manufacturername: "brand",
      leadtime: "lead_time_days",
      "extrinsic.ean": "ean",
      "extrinsic.gtin": "ean",
      "url.image": "image_urls",
    },
    nothing: words("money.@currency, classification, classification.@domain, expirationdate, effectivedate"),
  },
  {
    // GS1's catalogue item notification, 3.1: https://www.gs1.org/standards/gdsn
    marks: words("tradeitem.gtin"),
    targets: {
      "tradeitem.gtin": "ean",
      additionaltradeitemidentification: "supplier_reference",
      brandname: "brand",
      depth: "depth",
      height: "height",
      width: "width",
      netweight: "weight",
      grossweight: "package_weight",
      countrycode: "country_of_origin",
      uniformresourceidentifier: "image_urls",
    },
    nothing: words(
      "gln, partyname, datarecipient, sourcedatapool, creationdatetime, entityidentification, functionalname, targetmarketcountrycode, isreload",
    ),
  },
  {
    // Icecat's product: https://iceclog.com/open-catalog-interface-open-icecat-xml-and-full-icecat-xml-repository/
    marks: words("@prod_id, supplier.@name"),
    targets: {
      "@prod_id": "mpn",
      "eancode.@ean": "ean",
      "@title": "name",
      "supplier.@name": "brand",
      "category.name.@value": "category",
      "@longdesc": "description",
      longsummarydescription: "description",
      "@shortdesc": "short_description",
      shortsummarydescription: "short_description",
      "productpicture.@pic": "image_urls",
      "@highpic": "image_urls",
    },
    nothing: words(
      "@name, @id, @code, @no, @lowpic, @thumbpic, @langid, @size, @value, @highpicsize, @highpicwidth, @highpicheight, @quality, @releasedate, @url",
    ),
  },
  {
    // SAP's material master: the IDoc MATMAS and lists of its fields.
    marks: words("matnr"),
    targets: {
      matnr: "sku",
      ean11: "ean",
      maktx: "name",
      meins: "unit_of_measure",
      "e1maram.ntgew": "weight",
      "e1maram.brgew": "package_weight",
      "e1maram.laeng": "depth",
      "e1maram.breit": "width",
      "e1maram.hoehe": "height",
      matkl: "category",
      stprs: "cost_price",
      verpr: "cost_price",
      kbetr: "price",
      labst: "stock",
      herkl: "country_of_origin",
      stawn: "hs_code",
      plifz: "lead_time_days",
      mfrpn: "mpn",
    },
    // In lists the unit of measures stands in another column, and they are left to a person.
    nothing: words(
      "@begin, @segment, msgfn, laeng, breit, hoehe, ntgew, brgew, volum, meabm, gewei, waers, mtart, mbrsh, werks, bwkey, docnum, status, numtp, peinh, spras",
    ),
  },
  {
    // ERPNext's Item, as its data export writes it.
    marks: words("item code, item group, default unit of measure"),
    targets: {
      "item code": "sku",
      "item name": "name",
      "item group": "category",
      "default unit of measure": "unit_of_measure",
      brand: "brand",
      description: "description",
      "standard selling rate": "price",
      "valuation rate": "cost_price",
      "barcode (barcodes)": "ean",
      "opening stock": "stock",
      "country of origin": "country_of_origin",
      "customs tariff number": "hs_code",
      image: "image_urls",
    },
    nothing: words(
      "id, barcode type (barcodes), weight uom, disabled, is stock item, has variants, last purchase rate",
    ),
  },
  {
    // Amazon's inventory files, by the names of their fields.
    marks: words("item_sku, item_name"),
    targets: {
      item_sku: "sku",
      external_product_id: "ean",
      item_name: "name",
      brand_name: "brand",
      part_number: "mpn",
      product_description: "description",
      standard_price: "price",
      list_price: "compare_at_price",
      quantity: "stock",
      main_image_url: "image_urls",
      bullet_point1: "key_features",
      generic_keywords: "seo_keywords",
      item_type: "category",
      color_name: "color",
      size_name: "size",
      material_type: "material",
      country_of_origin: "country_of_origin",
    },
    nothing: words(
      "feed_product_type, external_product_id_type, manufacturer, update_delete, parent_child, parent_sku, relationship_type, variation_theme",
    ),
  },
  {
    // eBay's File Exchange: https://pages.ebay.com/sell/file_exchange/
    marks: words("*title, *startprice"),
    targets: {
      customlabel: "sku",
      "product:ean": "ean",
      "product:upc": "upc",
      "*title": "name",
      "*description": "description",
      "*startprice": "price",
      "*quantity": "stock",
      picurl: "image_urls",
      "c:brand": "brand",
      "c:mpn": "mpn",
      "product:mpn": "mpn",
      "c:colour": "color",
      "c:color": "color",
    },
    nothing: words("*category, *conditionid, *format, *duration, *location, shippingprofilename, subtitle"),
  },
  {
    // ONIX for books, 3.0 with reference or short names: https://www.editeur.org/93/Release-3.0-Downloads/
    marks: words("recordreference, notificationtype"),
    targets: {
      "productidentifier[15].idvalue": "ean",
      "productidentifier[03].idvalue": "ean",
      "descriptivedetail.titledetail[01].titleelement.titletext": "name",
      "descriptivedetail.titledetail[01].titleelement.titlewithoutprefix": "name",
      titletext: "name",
      "textcontent[03].text": "description",
      "textcontent[02].text": "short_description",
      publishername: "brand",
      imprintname: "brand",
      "price[02].priceamount": "price",
      "price[04].priceamount": "price",
      "price[01].priceamount": "price",
      "measure[01].measurement": "height",
      "measure[02].measurement": "width",
      "measure[03].measurement": "depth",
      "measure[08].measurement": "weight",
      subjectheadingtext: "category",
      "collateraldetail.supportingresource[01].resourceversion.resourcelink": "image_urls",
    },
    nothing: words(
      "recordreference, notificationtype, productcomposition, productform, resourcelink, suppliername, sendername, currencycode, languagecode",
    ),
  },
];
