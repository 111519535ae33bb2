import type { Platform } from "./platforms.ts";

/** How a field of the catalog is called on a platform. */
interface FieldMapping {
  source_field: string;
  target_field: string;
  required: boolean;
  direction: "both" | "push" | "pull";
  transform: string | null;
}

const SOURCES = [
  "ean",
  "reference",
  "name",
  "description",
  "price",
  "stock",
  "brand",
  "category",
  "weight",
  "images",
] as const;
type Source = (typeof SOURCES)[number];

/** What each platform calls them, in the order of `SOURCES`; a dash: it has no such field. */
const TARGETS: Readonly<Record<string, string>> = {
  shopify:
    "variants.barcode variants.sku title descriptionHtml variants.price variants.inventoryQuantities vendor productType variants.inventoryItem.measurement.weight files",
  woocommerce: "global_unique_id sku name description regular_price stock_quantity attributes.Brand - weight images",
  prestashop:
    "ean13 reference name description price stock_available.quantity manufacturer_name id_category_default weight images",
  magento:
    "custom_attributes.ean sku name custom_attributes.description price source_items.quantity custom_attributes.manufacturer category_links weight media_gallery_entries",
  amazon:
    "externally_assigned_product_identifier sku item_name product_description purchasable_offer fulfillment_availability brand product_type item_weight main_product_image_locator",
  bigcommerce: "gtin sku name description price inventory_level brand_name categories weight images",
  ebay: "product.ean sku product.title product.description pricingSummary.price availability.shipToLocationAvailability.quantity product.brand categoryId packageWeightAndSize.weight product.imageUrls",
  salesforce_commerce:
    "ean id name longDescription priceBook.price inventory.ats brand assignedCategories weight imageGroups",
  wizishop: "ean13 sku label description price_tax_excluded stock brand category weight images",
  cdiscount: "gtin sellerProductReference title description price stock brand category weight pictures",
  fnac_darty: "product_reference offer_reference - description price quantity - - - -",
  manomano: "ean sku title description price stock brand merchant_category weight images",
  mirakl: "product-id shop_sku product_title description price quantity brand category-code - media",
  shopware: "ean productNumber name description price stock manufacturer categories weight media",
  squarespace:
    "variants.attributes.ean variants.sku name description variants.pricing stock - tags variants.shippingMeasurements.weight images",
};

const REQUIRED: ReadonlySet<Source> = new Set(["name", "price"]);
const TRANSFORMS: Partial<Record<Source, string>> = {
  price: "cents to decimal",
  weight: "kilograms",
  stock: "whole number, never negative",
};
/** What is only sent: a platform's own images and categories stay its own. */
const ONLY_PUSHED: ReadonlySet<Source> = new Set(["images", "category", "weight"]);

/** How the catalog's fields are called on a platform. */
export function fieldMapOf({ id, name, capabilities }: Platform) {
  const targets = (TARGETS[id] ?? "").split(" ");
  const pulls = capabilities.includes("pull_products");
  const mappings = SOURCES.map(
    (source, index): FieldMapping => ({
      source_field: source,
      target_field: targets[index] === "-" ? `custom.${source}` : (targets[index] ?? source),
      required: REQUIRED.has(source),
      direction: pulls && !ONLY_PUSHED.has(source) ? "both" : "push",
      transform: TRANSFORMS[source] ?? null,
    }),
  );
  return { platform_id: id, platform_name: name, mappings };
}
