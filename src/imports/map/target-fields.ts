import type { Language } from "../../http/output/messages.ts";
import { PRICE_WORDS, STOCK_WORDS } from "./figure-words.ts";
import type { Unit } from "./units.ts";

/** What the cells of a target hold. `html` is text in which markup may stand, `json` an object or an array. */
export type TargetType =
  | "ean"
  | "text"
  | "html"
  | "list"
  | "urls"
  | "number"
  | "integer"
  | "money"
  | "percent"
  | "measure"
  | "boolean"
  | "date"
  | "country"
  | "object"
  | "json";

export interface TargetBounds {
  /** Least value; amounts of money in units of the currency. */
  min?: number;
  /** The value must be greater. */
  above?: number;
  max?: number;
  /** Characters of a text, or of each entry of a list. */
  maxLength?: number;
  /** Lower-case words. */
  allowed?: readonly string[];
  /** What the text must look like once it is cleaned, with an example to show. */
  form?: { pattern: RegExp; example: string; clean: (text: string) => string };
  /** What a measure is stored in, and what is counted; pieces when absent. */
  unit?: Unit;
  /** Words that stand for a figure, or for none (`null`); by `nameKey`. */
  words?: ReadonlyMap<string, number | null>;
  /** Measures in whole units. */
  isWhole?: boolean;
}

/** A field that a column can be mapped to. */
export interface TargetField {
  name: string;
  label: Record<Language, string>;
  type: TargetType;
  /** A product cannot be made without it. */
  required: boolean;
  translatable: boolean;
  /** Several columns may be mapped to it; their values are joined. */
  repeatable: boolean;
  /** It refers to something else than the product: what cannot be used is left out with a warning, the row is kept. */
  isReference: boolean;
  bounds: TargetBounds;
}

const LINE_MAX = 255;
const HTML_MAX = 100_000;
const ENTRY_MAX = 1000;
const NUMBER_MAX = 1_000_000_000;
/** Entries of a list. */
export const LIST_MAX = 50;

type Traits = Partial<Pick<TargetField, "required" | "translatable" | "repeatable" | "isReference">>;

const target = (type: TargetType, bounds: TargetBounds, traits: Traits = {}) =>
  function named(name: string, en: string, fr: string): TargetField {
    const usual = { required: false, translatable: false, repeatable: false, isReference: false };
    return { name, label: { en, fr }, type, ...usual, ...traits, bounds };
  };

const line = target("text", { maxLength: LINE_MAX });
const flag = target("boolean", {});
const html = target("html", { maxLength: HTML_MAX }, { translatable: true });
const texts = target("list", { maxLength: ENTRY_MAX }, { translatable: true, repeatable: true });
const money = target("money", { min: 0, max: NUMBER_MAX, words: PRICE_WORDS });
const days = target("integer", { min: 0, max: NUMBER_MAX, unit: "day" });
const amount = target("integer", { min: 1, max: NUMBER_MAX });
const length = target("measure", { min: 0, max: NUMBER_MAX, unit: "cm" });
const object = target("object", { maxLength: HTML_MAX });
const words = (...allowed: string[]) => target("text", { allowed });
const formed = (pattern: RegExp, example: string, clean: (text: string) => string, traits: Traits = {}) =>
  target("text", { form: { pattern, example, clean } }, traits);
const withoutSeparators = (text: string) => text.replace(/[\s-]+/g, "");
const upperCase = (text: string) => text.toUpperCase();
const lowerCase = (text: string) => text.toLowerCase();

/** Every field that a column can be mapped to, but for `attributes.<key>`. Names are those of the API. */
export const TARGET_FIELDS: readonly TargetField[] = [
  target("ean", {})("ean", "EAN", "EAN"),
  line("sku", "SKU / reference", "Référence (SKU)"),
  line("supplier_reference", "Supplier's reference", "Référence fournisseur"),
  target("text", { maxLength: 500 }, { required: true, translatable: true })("name", "Name", "Nom"),
  html("short_description", "Short description", "Description courte"),
  html("description", "Description", "Description"),
  html("marketing_description", "Marketing description", "Description marketing"),
  html("promotional_text", "Promotional text", "Texte promotionnel"),
  target("text", { maxLength: LINE_MAX }, { translatable: true })("seo_title", "SEO title", "Titre SEO"),
  target("text", { maxLength: 500 }, { translatable: true })(
    "seo_meta_description",
    "SEO meta description",
    "Méta-description SEO",
  ),
  texts("seo_keywords", "SEO keywords", "Mots-clés SEO"),
  formed(/^[a-z0-9-]{1,255}$/, "blue-shirt", lowerCase, { translatable: true })("url_slug", "URL slug", "Slug d'URL"),
  texts("bullet_points", "Bullet points", "Points forts"),
  texts("key_features", "Key features", "Caractéristiques clés"),
  target("text", { maxLength: LINE_MAX }, { isReference: true })("brand", "Brand", "Marque"),
  line("brand_id", "Brand id", "Identifiant de marque"),
  target("text", { maxLength: ENTRY_MAX }, { isReference: true })("category", "Category (path)", "Catégorie (chemin)"),
  line("category_id", "Category id", "Identifiant de catégorie"),
  line("supplier_id", "Supplier id", "Identifiant du fournisseur"),
  line("supplier_code", "Supplier code", "Code fournisseur"),
  money("price", "Price", "Prix de vente"),
  money("cost_price", "Cost price", "Prix d'achat"),
  money("compare_at_price", "Compare-at price", "Prix barré"),
  money("map_price", "Minimum advertised price", "Prix minimum affiché"),
  target("percent", { min: 0, max: 100 })("tax_rate", "Tax rate (%)", "Taux de TVA (%)"),
  target("integer", { min: 0, max: NUMBER_MAX, words: STOCK_WORDS })("stock", "Stock", "Stock"),
  target("measure", { above: 0, max: NUMBER_MAX, unit: "kg" })("weight", "Weight (kg)", "Poids (kg)"),
  length("width", "Width (cm)", "Largeur (cm)"),
  length("height", "Height (cm)", "Hauteur (cm)"),
  length("depth", "Depth (cm)", "Profondeur (cm)"),
  formed(/^[A-Z0-9]{1,20}$/, "B00EXAMPLE", upperCase)("asin", "ASIN", "ASIN"),
  formed(/^\d{12}$/, "012345678905", withoutSeparators)("upc", "UPC", "UPC"),
  formed(/^\d{8,14}$/, "03400949497294", withoutSeparators)("gtin", "GTIN", "GTIN"),
  line("external_id", "External id", "Identifiant externe"),
  line("mpn", "Manufacturer's part number", "Référence fabricant"),
  line("unit_of_measure", "Unit of measure", "Unité de mesure"),
  target("measure", { min: 0, max: NUMBER_MAX, unit: "g", isWhole: true })(
    "package_weight",
    "Package weight (g)",
    "Poids du colis (g)",
  ),
  length("package_length", "Package length (cm)", "Longueur du colis (cm)"),
  length("package_width", "Package width (cm)", "Largeur du colis (cm)"),
  length("package_height", "Package height (cm)", "Hauteur du colis (cm)"),
  amount("package_quantity", "Units in a package", "Unités par colis"),
  amount("min_order_quantity", "Minimum order quantity", "Quantité minimale de commande"),
  amount("max_order_quantity", "Maximum order quantity", "Quantité maximale de commande"),
  amount("order_increment", "Order increment", "Multiple de commande"),
  days("lead_time_days", "Lead time (days)", "Délai (jours)"),
  line("hs_code", "HS code", "Code douanier"),
  target("country", {})("country_of_origin", "Country of origin", "Pays d'origine"),
  flag("dangerous_goods", "Dangerous goods", "Matières dangereuses"),
  line("dangerous_goods_class", "Dangerous goods class", "Classe de matières dangereuses"),
  flag("backorder_allowed", "Backorder allowed", "Commande sans stock autorisée"),
  flag("preorder_available", "Preorder available", "Précommande possible"),
  flag("requires_quote", "Requires a quote", "Sur devis"),
  flag("is_b2b_only", "B2B only", "Réservé aux professionnels"),
  flag("reach_compliant", "REACH compliant", "Conforme REACH"),
  flag("rohs_compliant", "RoHS compliant", "Conforme RoHS"),
  flag("ce_marked", "CE marked", "Marquage CE"),
  line("weee_category", "WEEE category", "Catégorie DEEE"),
  formed(/^[A-G]\+{0,3}$/, "A++", upperCase)("energy_class", "Energy class", "Classe énergétique"),
  flag("recyclable", "Recyclable", "Recyclable"),
  flag("eco_friendly", "Eco-friendly", "Écologique"),
  target("number", { min: 0, max: NUMBER_MAX })(
    "carbon_footprint_kg",
    "Carbon footprint (kg)",
    "Empreinte carbone (kg)",
  ),
  line("warranty_type", "Warranty type", "Type de garantie"),
  target("integer", { min: 0, max: NUMBER_MAX, unit: "month" })(
    "warranty_duration",
    "Warranty (months)",
    "Garantie (mois)",
  ),
  days("return_policy_days", "Return period (days)", "Délai de retour (jours)"),
  flag("return_allowed", "Return allowed", "Retour autorisé"),
  line("color", "Colour", "Couleur"),
  line("color_secondary", "Second colour", "Couleur secondaire"),
  line("size", "Size", "Taille"),
  line("material", "Material", "Matière"),
  line("finish", "Finish", "Finition"),
  line("style", "Style", "Style"),
  line("pattern", "Pattern", "Motif"),
  line("shopping_category", "Shopping category", "Catégorie Shopping"),
  line("marketplace_category", "Marketplace category", "Catégorie de place de marché"),
  words("active", "inactive", "archived", "draft")("status", "Status", "Statut"),
  words("new", "active", "phase_out", "discontinued", "end_of_life")("lifecycle_status", "Lifecycle", "Cycle de vie"),
  flag("is_active", "Active", "Actif"),
  flag("discontinued", "Discontinued", "Arrêté"),
  target("date", {})("end_of_life_date", "End of life", "Fin de vie"),
  target("urls", { maxLength: 2048 }, { repeatable: true, isReference: true })(
    "image_urls",
    "Image addresses",
    "Adresses des images",
  ),
  target("list", { maxLength: 100 }, { repeatable: true, isReference: true })("tags", "Tags", "Étiquettes"),
  object("technical_specs", "Technical specifications (JSON)", "Caractéristiques techniques (JSON)"),
  target("json", { maxLength: HTML_MAX })("compatibility", "Compatibility (JSON)", "Compatibilité (JSON)"),
  object("attributes", "Attributes (JSON)", "Attributs (JSON)"),
];

const BY_NAME: ReadonlyMap<string, TargetField> = new Map(TARGET_FIELDS.map((field) => [field.name, field]));
/** Other names the API has for fields. */
const ALIASES: Record<string, string> = { barcode: "ean", reference: "sku", title: "name", brand_name: "brand" };
const ATTRIBUTE = /^attributes\.(.{1,100})$/u;

/** The key of `attributes.<key>`; `undefined` for another target. */
export const attributeKey = (name: string): string | undefined => ATTRIBUTE.exec(name)?.[1];

/** The target of a mapping, also by the names barcode, reference, title and brand_name; `undefined` when there is none. */
export function findTarget(name: string): TargetField | undefined {
  const known = BY_NAME.get(Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name);
  const key = known ? undefined : attributeKey(name);
  return key === undefined ? known : target("text", { maxLength: HTML_MAX })(name, key, key);
}
