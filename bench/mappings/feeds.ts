import type { Entry } from "./entry.ts";
import { beside, first } from "./entry.ts";
import { readXml } from "./read-source.ts";

const xml = (element: string) => (path: string) => readXml(path, element);

const GOOGLE = {
  sku: "g:id",
  ean: "g:gtin",
  name: "g:title",
  description: "g:description",
  price: "g:price",
  brand: "g:brand",
  mpn: "g:mpn",
  color: "g:color",
  size: "g:size",
  material: "g:material",
  pattern: "g:pattern",
  category: "g:product_type",
  shopping_category: "g:google_product_category",
  image_urls: ["g:image_link", "g:additional_image_link"],
};
const HEUREKA = {
  sku: "ITEM_ID",
  ean: "EAN",
  name: "PRODUCTNAME",
  description: "DESCRIPTION",
  price: "PRICE_VAT",
  brand: "MANUFACTURER",
  category: "CATEGORYTEXT",
  image_urls: ["IMGURL", "IMGURL_ALTERNATIVE"],
};
const CENEO = {
  sku: "@id",
  name: "name",
  description: "desc",
  price: "@price",
  category: "cat",
  brand: beside("attrs.a.@name", "attrs.a", "Producent"),
  image_urls: ["imgs.main.@url", "imgs.i.@url"],
};
const SKROUTZ = {
  name: "name",
  description: "description",
  price: "price_with_vat",
  brand: "manufacturer",
  mpn: "mpn",
  category: "category",
  image_urls: ["image", "additional_imageurl"],
  weight: (record: ReadonlyMap<string, readonly string[]>) => record.get("weight")?.[0]?.replace(/ *kg/i, ""),
};
const YML = {
  sku: "@id",
  name: "name",
  description: "description",
  price: "price",
  stock: "stock_quantity",
  brand: "vendor",
  image_urls: ["picture"],
};
const rest = { licence: "none named" };

/** Feeds that price comparisons and marketplaces read. */
export const FEEDS: readonly Entry[] = [
  { ...rest, name: "sk-google.xml", repository: "Veelynsk/veelyn", path: "merchant.xml", layout: "Google, XML", currency: "EUR", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "es-google-usd.xml", repository: "danielrtic/opispost-feed", path: "google_feed.xml", layout: "Google, XML", currency: "USD", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "es-pinterest.xml", repository: "danielrtic/opispost-feed", path: "pinterest_feed.xml", layout: "Google, XML", currency: "USD", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "cz-google-czk.xml", repository: "petrfilo-arch/importpc-feed", path: "google_feed.xml", layout: "Google, XML", currency: "CZK", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "tr-google.xml", repository: "BiranOrundas/mevlana", path: "google_feed.xml", layout: "Google, XML", currency: "TRY", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "tr-products.xml", repository: "BiranOrundas/mevlana", path: "products.xml", layout: "Google, XML", currency: "TRY", read: xml("item"), fields: GOOGLE },
  { ...rest, name: "ru-google.xml", repository: "RinatR/feeds", path: "02-16-24_google.xml", layout: "Google, Atom", currency: "RUB", read: xml("entry"), fields: GOOGLE },
  { ...rest, name: "cz-heureka.xml", repository: "OrrisFragrance/Heureka-Feed", path: "heureka.xml", layout: "Heureka", currency: "CZK", read: xml("SHOPITEM"), fields: { ...HEUREKA, stock: "STOCK", sku: first("SKU", "ITEM_ID") } },
  { ...rest, name: "sk-heureka-perfume.xml", repository: "Veelynsk/veelyn", path: "heureka.xml", layout: "Heureka", currency: "EUR", read: xml("SHOPITEM"), fields: HEUREKA, may: ["tax_rate"] },
  { ...rest, name: "sk-heureka-care.xml", repository: "caresuppliesonline-source/caremobility-feed", path: "heureka.xml", layout: "Heureka", currency: "EUR", read: xml("SHOPITEM"), fields: HEUREKA },
  { ...rest, name: "pl-ceneo-sofa.xml", repository: "Valdri/xml-product-feed-dagra", path: "ceneo.xml", layout: "Ceneo", currency: "PLN", read: xml("o"), fields: { ...CENEO, weight: "@weight" }, may: ["mpn"] },
  { ...rest, name: "pl-ceneo-computers.xml", repository: "marekkomp/ceneo", path: "ceneo.xml", layout: "Ceneo", currency: "PLN", read: xml("o"), fields: { ...CENEO, stock: "@stock" }, may: ["mpn", "ean"] },
  { ...rest, name: "ro-skroutz.xml", repository: "MihneaDraghici/Skroutz", path: "skroutz.xml", layout: "Skroutz", currency: "EUR", read: xml("product"), fields: { ...SKROUTZ, sku: "id", ean: "ean", stock: "quantity" }, may: ["tax_rate"] },
  { ...rest, name: "gr-skroutz.xml", repository: "gntouts/esales", path: "skroutz.xml", layout: "Skroutz", currency: "EUR", read: xml("product"), fields: { ...SKROUTZ, sku: "UniqueID" } },
  { ...rest, name: "ua-allo.xml", repository: "AndriiSolodovnyk/feed", path: "allo.xml", layout: "Hotline", currency: "UAH", read: xml("item"), fields: { sku: first("code", "id"), ean: "barcode", name: "name", description: "description", price: "priceRUAH", brand: "vendor", image_urls: ["image"] }, may: ["stock"] },
  { ...rest, name: "ua-eva.xml", repository: "AndriiSolodovnyk/feed", path: "eva.xml", layout: "YML", currency: "UAH", read: xml("offer"), fields: { ...YML, compare_at_price: "price_old" } },
  { ...rest, name: "ua-rozetka.xml", repository: "AndriiSolodovnyk/feed", path: "rozetka.xml", layout: "YML", currency: "UAH", read: xml("offer"), fields: YML },
  { ...rest, name: "ua-rozetka-2018.xml", repository: "pojitonov/pricelist", path: "rozetka.xml", layout: "YML", currency: "UAH", read: xml("offer"), fields: YML, may: ["ean"] },
  { ...rest, name: "ru-yml.xml", repository: "byline-ru/yml-feed", path: "price.xml", layout: "YML", currency: "RUB", read: xml("offer"), fields: YML },
  { ...rest, name: "ua-epicentr.xml", repository: "kryshtof208-prog/Feed-Marketplaces", path: "epicentr_feed.xml", layout: "YML", currency: "UAH", read: xml("offer"), fields: { sku: "@id", name: "name", description: "description", price: "price", compare_at_price: "price_old", brand: "vendor", category: "category", image_urls: ["picture"] }, may: ["weight", "height", "width", "length", "depth"] },
  { ...rest, name: "ua-maudau.xml", repository: "kryshtof208-prog/Feed-Marketplaces", path: "maudau_feed.xml", layout: "YML", currency: "UAH", read: xml("offer"), fields: { sku: "@id", name: first("name_ua", "name_ru"), description: first("description_ua", "description_ru"), price: "price", compare_at_price: "old_price", stock: "quantity_in_stock", brand: "vendor", country_of_origin: "country", image_urls: ["picture"] } },
  { ...rest, name: "tr-urunler.xml", repository: "zeyneptass66/vgr-xml", path: "urunler.xml", layout: "Turkish wholesaler, XML", currency: "TRY", read: xml("urun"), fields: { sku: "urun_kodu", name: "urun_adi", description: "urun_aciklamasi", price: "fiyat", stock: "stok", brand: "marka", category: "kategori1", image_urls: ["ana_resim", "resimler1"] }, may: ["tax_rate"] },
  { ...rest, name: "pt-shop.xml", repository: "JMMatosF/feed", path: "Feed.xml", layout: "Portuguese price comparison", currency: "EUR", read: xml("product"), fields: { sku: "reference", name: "designation", description: "description", price: "current_price", stock: "stock", brand: "brand", category: "category", image_urls: ["image_url"] }, may: ["ean", "compare_at_price", "color", "size", "weight"] },
];
