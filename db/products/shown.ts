import { columnOf, STORED_FIELDS } from "./product-row.ts";
import { STATE } from "./product-state.ts";

export type Grade = "A" | "B" | "C" | "D";

/** The lowest score of each grade, best first. A and B may be published. */
export const GRADES: readonly { grade: Grade; from: number }[] = [
  { grade: "A", from: 90 },
  { grade: "B", from: 70 },
  { grade: "C", from: 50 },
  { grade: "D", from: 0 },
];

export const gradeOf = (score: number): Grade => GRADES.find(({ from }) => score >= from)?.grade ?? "D";

/** The scores of each grade, both ends inclusive. */
export const GRADE_RANGES = GRADES.map(({ grade, from }, index) => ({
  grade,
  from,
  to: (GRADES[index - 1]?.from ?? 101) - 1,
}));

/** The grade of a product in a statement. */
export const GRADE = `case ${GRADES.map(({ grade, from }) => `when product.completeness_score >= ${from} then '${grade}'`).join(" ")} end`;

/*
 * What the API shows of a product as its row and its state hold it: JSON objects that SQLite writes, with the names of the API, and that
 * are sent as they are. Each value that crosses to JavaScript by itself, to be put into an object and written again, costs
 * more than reading it. Times and grades are added there (src/products/views/product-body.ts), as SQLite is slow at writing times.
 */

/**
 * The exact value of a column of reals in JSON. SQLite would round it to 15 digits, which is enough for what has at most
 * three decimals; only the rest is printed with all its digits, which is expensive. Whole ones have no decimals.
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

/** The members that fields are shown as, here or in both. */
const shown = (where: "lists" | "alone") =>
  Object.fromEntries(
    STORED_FIELDS.flatMap((field) => {
      const { shownIn, shownAs, holds, column } = field;
      if (shownIn !== where && shownIn !== "both") return [];
      const write = { cents, reals: exactReal, none: (sql: string) => sql }[holds ?? "none"];
      return [[shownAs ?? column.replace(/_cents$/, ""), write(columnOf(field))]];
    }),
  );

/** The names of those, which the schemas of answers must have too. */
export const SHOWN_NAMES = { lists: Object.keys(shown("lists")), alone: Object.keys(shown("alone")) };

/** What a list shows. */
export const SHOWN_IN_LISTS = objectSql({
  ...shown("lists"),
  is_active: flag("product.status = 'active'"),
  brand_name: "brand.name",
  category_name: "category.name",
  supplier_name: "supplier.name",
  shopping_category: rare("shopping_category"),
  marketplace_category: rare("marketplace_category"),
});

/** What a single product shows besides its texts and the fields of `extra`. */
export const SHOWN_ALONE = objectSql({
  ...shown("alone"),
  barcode: "product.ean",
  is_active: flag("product.status = 'active'"),
  discontinued: flag("product.lifecycle_status = 'discontinued'"),
  brand_name: "brand.name",
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
