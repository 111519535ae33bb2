import { STATE } from "./product-state.ts";

/*
 * What the API shows of a product as its row and its state hold it: JSON objects that SQLite writes, with the names of the API, and that
 * are sent as they are. Each value that crosses to JavaScript by itself, to be put into an object and written again, costs
 * more than reading it. Times and grades are added there (src/products/views/product-body.ts), as SQLite is slow at writing times.
 */

/**
 * The exact value of a column of reals in JSON. SQLite would round it to 15 digits, which is enough for what has at most
 * three decimals; only the rest is printed with all its digits, which is dear. Whole ones have no decimals.
 */
const exactReal = (column: string): string =>
  `case when ${column} is null then null
    when ${column} = cast(${column} as integer) then cast(${column} as integer)
    when ${column} between 0 and 1e9 and cast(${column} * 1000 + 0.5 as integer) / 1000.0 = ${column} then ${column}
    else json(printf('%!.17g', ${column})) end`;
/** Integer hundredths as a number. */
const cents = (column: string) => `iif(${column} % 100 = 0, ${column} / 100, ${column} / 100.0)`;
const flag = (condition: string) => `iif(${condition}, json('true'), json('false'))`;
/** An object that is there when `id` is. */
const named = (id: string, members: Record<string, string>) =>
  `iif(${id} is null, null, ${objectSql({ id, ...members })})`;
/** A text of `extra` that few products have: to look for its name is faster than to read the JSON. */
const rare = (name: string) => `iif(instr(product.extra, '"${name}"') > 0, product.extra ->> '${name}', null)`;

/** A JSON object of these members. */
const objectSql = (members: Record<string, string>): string =>
  `json_object(${Object.entries(members)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;

/** What lists and single products have in common. */
const COMMON = {
  id: "product.id",
  ean: "product.ean",
  reference: "product.reference",
  price: cents("product.price_cents"),
  cost_price: cents("product.cost_price_cents"),
  tax_rate: exactReal("product.tax_rate"),
  weight: exactReal("product.weight"),
  width: exactReal("product.width"),
  height: exactReal("product.height"),
  depth: exactReal("product.depth"),
  asin: "product.asin",
  country_of_origin: "product.country_of_origin",
  status: "product.status",
  is_active: flag("product.status = 'active'"),
  lifecycle_status: "product.lifecycle_status",
  workflow_status: "product.workflow_status",
  brand_id: "product.brand_id",
  brand_name: "brand.name",
  category_id: "product.category_id",
  supplier_id: "product.supplier_id",
  stock: "state.stock",
  primary_image_url: "product.image_url",
  completeness_score: "product.completeness_score",
};

/** What a list shows. */
export const SHOWN_IN_LISTS = objectSql({
  ...COMMON,
  title: "product.title",
  short_description: "product.short_description",
  description: "product.description",
  category_name: "category.name",
  supplier_name: "supplier.name",
  shopping_category: rare("shopping_category"),
  marketplace_category: rare("marketplace_category"),
});

/** What a single product shows besides its texts and the fields of `extra`. */
export const SHOWN_ALONE = objectSql({
  ...COMMON,
  barcode: "product.ean",
  ean_status: "product.ean_status",
  discontinued: flag("product.lifecycle_status = 'discontinued'"),
  brand: named("product.brand_id", { name: "brand.name" }),
  category: named("product.category_id", { name: "category.name", path: "category.path" }),
  supplier_code: "supplier.code",
  supplier: named("product.supplier_id", { code: "supplier.code", name: "supplier.name" }),
});

/** What both need beside the product. */
export const SHOWN_BESIDE = `${STATE}
    left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
    left join category on category.tenant_id = :tenant and category.id = product.category_id
    left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id`;
