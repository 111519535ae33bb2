import { type TSchema, Type } from "@sinclair/typebox";

const DESCRIPTION_MAX = 100_000;

const line = (description: string, maxLength = 255) => Type.String({ maxLength, description });
const whole = (description: string, minimum: number) => Type.Integer({ minimum, maximum: 1_000_000_000, description });
const measure = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000_000, description });
const flag = (description: string) => Type.Boolean({ description });
const list = (description: string) => Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50, description });
const html = (description: string) => Type.String({ maxLength: DESCRIPTION_MAX, description });
/** How many attributes a product may have; the widest real ones have some hundred. */
const ATTRIBUTES_MAX = 1000;
const json = Type.Record(Type.String(), Type.Unknown(), { maxProperties: ATTRIBUTES_MAX });

/** Product fields that are stored together as JSON, by their API names, with what each accepts. */
export const EXTRA_FIELDS = {
  upc: Type.String({ pattern: "^\\d{12}$", description: "UPC-A, 12 digits." }),
  gtin: Type.String({ pattern: "^\\d{8,14}$", description: "GTIN, 8 to 14 digits." }),
  external_id: line("Your own id for the product."),
  url_slug: Type.String({
    maxLength: 255,
    pattern: "^[a-z0-9-]*$",
    description: "URL slug; generated from the name if absent on creation.",
  }),
  shopping_category: line("Category of the shopping channel."),
  marketplace_category: line("Category of the marketplace."),
  erp_category: line("Category name in the ERP; for information only."),
  marketing_description: html("Marketing text; HTML allowed."),
  promotional_text: html("Promotional text; HTML allowed."),
  seo_title: line("Title for search engines."),
  seo_meta_description: line("Description for search engines.", 500),
  seo_keywords: list("Keywords for search engines."),
  bullet_points: list("Bullet points."),
  key_features: list("Key features."),
  unit_of_measure: line("Sales unit: unit, pack, m, kg."),
  package_weight: whole("Weight of the package in grams.", 0),
  package_length: measure("Length of the package in centimetres."),
  package_width: measure("Width of the package in centimetres."),
  package_height: measure("Height of the package in centimetres."),
  package_quantity: whole("Units in a package.", 1),
  lead_time_days: whole("Lead time until shipping, in days.", 0),
  hs_code: line("Customs tariff code."),
  dangerous_goods: flag("Whether the product is classed as dangerous goods."),
  dangerous_goods_class: line("Dangerous goods class."),
  min_order_quantity: whole("Minimum order quantity.", 1),
  max_order_quantity: whole("Maximum order quantity; at least min_order_quantity.", 1),
  order_increment: whole("Order quantities must be a multiple of this number.", 1),
  backorder_allowed: flag("Whether it can be ordered when out of stock."),
  preorder_available: flag("Whether it can be preordered."),
  requires_quote: flag("Whether the price is on request."),
  is_b2b_only: flag("Whether it is sold to businesses only."),
  reach_compliant: flag("Complies with REACH."),
  rohs_compliant: flag("Complies with RoHS."),
  ce_marked: flag("Bears the CE mark."),
  weee_category: line("WEEE category."),
  energy_class: Type.String({ pattern: "^[A-G]\\+{0,3}$", description: "Energy class, A to G with up to three +." }),
  recyclable: flag("Whether it can be recycled."),
  eco_friendly: flag("Whether it is sold as eco-friendly."),
  carbon_footprint_kg: measure("Carbon footprint in kilograms of CO2."),
  warranty_type: line("Type of warranty."),
  warranty_duration: whole("Warranty in months.", 0),
  return_policy_days: whole("Return period in days.", 0),
  return_allowed: flag("Whether returns are accepted."),
  color: line("Colour."),
  color_secondary: line("Secondary colour."),
  size: line("Size."),
  material: line("Material."),
  finish: line("Finish."),
  style: line("Style."),
  pattern: line("Pattern."),
  end_of_life_date: Type.String({ format: "date", description: "End-of-life date, YYYY-MM-DD." }),
  technical_specs: json,
  compatibility: Type.Union([json, Type.Array(Type.Unknown(), { maxItems: ATTRIBUTES_MAX })], {
    description: "Compatible products or systems.",
  }),
  attributes: json,
} as const satisfies Record<string, TSchema>;

export const EXTRA_FIELD_NAMES: readonly string[] = Object.keys(EXTRA_FIELDS);
