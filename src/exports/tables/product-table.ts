import type { ExportedProduct, ExportMember } from "../../../db/exports/exported-product.ts";
import { type ExportPlace, openProducts, type ProductSelection } from "../../../db/exports/exported-products.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices } from "../../../db/pricing/price-lists.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import { applyingPrice } from "../../prices/pricing/applying/applying-price.ts";
import { priceInTax } from "../../prices/tax/price-in-tax.ts";
import { findTaxModel, taxedOf } from "../../prices/tax/tax-model.ts";
import { MEDIA_PATH } from "../../products/media/file-keys.ts";
import { LANGUAGE_COLUMN } from "../../text/language-column.ts";
import type { ProfilePlan } from "../profiles/compile.ts";
import { FULL_PAGES, type PageSize } from "../tasks/row-page-size.ts";
import { findProductField, type ProductColumn, sparseValues } from "./exported-fields.ts";
import type { ExportValue, Table } from "./table.ts";

/**
 * The same products at the prices that apply to one piece in a channel at a given time. Lists in another currency are left
 * out: the prices of a file are in one. With tax or without they are as the products' own; one whose rate is not known is
 * left out. A page's lists are read when the page is.
 */
async function* withChannelPrices(
  db: Reader,
  pages: AsyncIterable<ExportedProduct[]>,
  { channel, atMs }: { channel: string; atMs: number },
): AsyncGenerator<ExportedProduct[], void> {
  const model = await findTaxModel(db, atMs);
  const wish = model?.pricesIncludeTax === false ? "excluded" : "included";
  const purchase = { variantId: null, quantity: 1, channel, atMs };
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    const offers = (await listOfferedPrices(db, ids)).filter(({ currency }) => currency === BASE_CURRENCY);
    const byProduct = Map.groupBy(offers, ({ productId }) => productId);
    yield page.map((product) => {
      const stored = applyingPrice(byProduct.get(product.id) ?? [], purchase, product.priceCents);
      const price = priceInTax(stored, taxedOf(product), { model, wish });
      return { ...product, priceCents: price?.priceCents ?? null };
    });
  }
}

/** Which products to export, and what of them. */
export interface ProductExport extends ProductSelection {
  /** Names or aliases of the catalogue of fields; each is the name of its column. */
  fields: readonly string[];
  /** How many of the matching products to leave out at the start. */
  offset: number;
  /** `null`: all of them. */
  limit: number | null;
  /** Prices as they apply in this channel when the file is written; absent: the products' own. */
  priceChannel?: string;
  /** The texts once for each of these languages, instead of once in all. */
  textLanguages?: { names: string[]; pivot: string };
  /** How rows are made, in place of the fields, languages and channel. */
  profile?: ProfilePlan;
}

/** The column of that name, in the language that the selection asks for. */
function columnOf(name: string, isPivot: boolean): ProductColumn {
  const field = findProductField(name);
  if (!field) throw new TypeError(`Cannot export ${name}: there is no such field`);
  return { ...((isPivot && field.pivot) || field), name };
}

/** A text in one language and no other, empty when there is none: what is read back must not be taken for a translation. */
function textColumn(name: string, language: string, pivot: string): ProductColumn {
  const column = columnOf(name, true);
  const columnName = `${name}_${language}`;
  if (language === pivot) return { ...column, name: columnName };
  // An alias is another name of the same text.
  const text = findProductField(name)?.name ?? name;
  return {
    name: columnName,
    kind: "plain",
    needs: ["contents"],
    // They were read from JSON.
    read: ({ contents }) => (contents[language]?.[text] as ExportValue | undefined) ?? null,
  };
}

const languageColumn = (language: string | null): ProductColumn => ({
  name: LANGUAGE_COLUMN,
  kind: "code",
  needs: [],
  read: () => language,
});

const isText = (name: string): boolean => findProductField(name)?.pivot !== undefined;

/** In the place of the first text, one set of texts for each language. */
function columnsOf({ fields, textLanguages, language }: ProductExport): ProductColumn[] {
  const isPivot = language === null;
  if (!textLanguages) {
    return fields.map((name) => (name === LANGUAGE_COLUMN ? languageColumn(language) : columnOf(name, isPivot)));
  }
  const { names, pivot } = textLanguages;
  const texts = fields.filter(isText);
  const sets = names.flatMap((language) => texts.map((name) => textColumn(name, language, pivot)));
  return fields.flatMap((name) => {
    if (!isText(name)) return [columnOf(name, isPivot)];
    return name === texts[0] ? sets : [];
  });
}

const isPath = (url: unknown): boolean => typeof url === "string" && url.startsWith(MEDIA_PATH);

/** The same column, with `origin` before the paths that addresses of this service may be. */
function withOrigin(column: ProductColumn, origin: string): ProductColumn {
  const whole = (url: unknown) => (isPath(url) ? `${origin}${url}` : url);
  return {
    ...column,
    read: (product) => {
      const value = column.read(product);
      if (!Array.isArray(value)) return isPath(value) ? `${origin}${value}` : value;
      return value.some(isPath) ? value.map(whole) : value;
    },
  };
}

/** The columns of products in a file. */
const productColumns = (wanted: ProductExport, origin: string): ProductColumn[] =>
  columnsOf(wanted).map((column) => (column.kind === "address" ? withOrigin(column, origin) : column));

/** What a table of products needs besides what is wanted. */
interface TableSettings {
  /** The address of this service, for a file is read elsewhere. */
  origin: string;
  /** What is read of the products by others than the columns. */
  needs: readonly ExportMember[];
  size?: PageSize;
  /** When prices of a channel are to apply. */
  nowMs?: number;
}

/** Products as a table. They are read page by page, as fast as the pages are taken. */
export function productTable(
  db: Reader,
  wanted: ProductExport,
  { origin, needs, size = FULL_PAGES, nowMs = 0 }: TableSettings,
): Table<ExportedProduct> {
  const columns = productColumns(wanted, origin);
  const members = new Set([...needs, ...columns.flatMap((column) => column.needs)]);
  const channel = members.has("priceCents") ? wanted.priceChannel : undefined;
  if (channel !== undefined) for (const member of ["id", "taxRate", "extra"] as const) members.add(member);
  const isSparse = columns.some(({ sparseName }) => sparseName !== undefined);
  const own = productPages(db, wanted, members, size);
  const pages = channel === undefined ? own : withChannelPrices(db, own, { channel, atMs: nowMs });
  return { columns, pages, ...(isSparse && { sparse: sparseValues }) };
}

/** The products of an export, page by page, with these members. */
export async function* productPages(
  db: Reader,
  { offset, limit, ...selection }: ProductSelection & Pick<ProductExport, "offset" | "limit">,
  members: ReadonlySet<ExportMember>,
  size: PageSize,
  /** Those behind this one, by age; absent: from the first. */
  afterRowId?: number,
): AsyncGenerator<ExportedProduct[], void> {
  const read = openProducts(db, selection, members);
  let left = limit ?? Number.POSITIVE_INFINITY;
  let after: ExportPlace["after"] = afterRowId === undefined ? undefined : { rowId: afterRowId, titleKey: "" };
  while (left > 0) {
    const pageRows = Math.min(size.rows, left);
    const products = await read({ after, offset: after ? 0 : offset, limit: pageRows });
    const last = products.at(-1);
    if (!last) return;
    after = last;
    yield products;
    if (products.length < pageRows) return;
    left -= products.length;
  }
}
