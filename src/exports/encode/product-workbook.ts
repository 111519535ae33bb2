import { Buffer } from "node:buffer";
import type { ExportedProduct, ExportMember } from "../../../db/exports/exported-product.ts";
import { listStoredPrimaries, type Media } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import { mediaKey, THUMBNAIL_WIDTHS, thumbnailPlaces } from "../../products/media/file-keys.ts";
import type { Files } from "../../storage/files.ts";
import { type Metric, ProductSummary, SUMMED } from "../tables/product-summary.ts";
import type { NamedTable, Table, TableName } from "../tables/table.ts";
import type { Picture, Sheet } from "../xlsx/write-workbook.ts";

/** What a workbook of products holds besides them. */
export interface WorkbookOptions {
  /** A sheet `Summary`. */
  withSummary: boolean;
  /** A first column with the primary image of each. */
  withPictures: boolean;
  /** Absent: with styles, widths, a frozen header and its filter. */
  isFormatted?: boolean;
  /** Days and times are dates of the workbook; absent: texts. */
  hasDates?: boolean;
}

/** Where the pictures are, and what time it is. */
export interface WorkbookPlace {
  db: Reader;
  files: Files;
  nowMs: number;
  /** Is called with each text that is longer than a cell can be, and is cut. */
  noteCut?: () => void;
  /** Makes a PNG of another image. */
  toPng(image: Uint8Array): Promise<Uint8Array>;
}

/** One transparent pixel, in the place of a picture whose file was lost. */
const NOTHING = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const EMBEDDABLE = ["image/jpeg", "image/png"] as const;

/** The bytes of a stored picture, as PNG when it is of a format that a workbook cannot hold. */
async function readPicture(
  { files, toPng }: WorkbookPlace,
  { key, contentType }: { key: string; contentType: string },
): Promise<Uint8Array> {
  const bytes = Buffer.concat(await Array.fromAsync(files.read(key)));
  return contentType === "image/webp" ? toPng(bytes) : bytes;
}

/** `undefined` for an image that a workbook cannot hold: none is this small but in another format. */
function pictureOf(media: Media, place: WorkbookPlace): Picture | undefined {
  const hasThumbnail = media.thumbnails.includes("thumb");
  const key = mediaKey(place.db.tenantId, media);
  const width = media.width ?? 0;
  const height = media.height ?? 0;
  const type = media.contentType ?? "";
  const contentType = EMBEDDABLE.find((each) => each === type) ?? (hasThumbnail ? "image/png" : undefined);
  if (contentType === undefined || (!hasThumbnail && width > THUMBNAIL_WIDTHS.thumb)) return undefined;
  const places = hasThumbnail ? thumbnailPlaces(key, "thumb", type) : [{ key, contentType }];
  return {
    contentType,
    width,
    height,
    read: async () => {
      for (const stored of places) {
        const bytes = await readPicture(place, stored).catch(() => undefined);
        if (bytes) return bytes;
      }
      // Half a workbook would be worse.
      return NOTHING;
    },
  };
}

const picturesIn = (place: WorkbookPlace) => async (products: readonly Pick<ExportedProduct, "id">[]) => {
  const media = await listStoredPrimaries(
    place.db,
    products.map(({ id }) => id),
  );
  const byProduct = new Map(media.map((each) => [each.productId, each]));
  return products.map(({ id }) => {
    const found = byProduct.get(id);
    return found && pictureOf(found, place);
  });
};

const SUMMARY_COLUMNS: Table<Metric>["columns"] = [
  { name: "metric", kind: "plain", read: ({ metric }) => metric },
  { name: "value", kind: "plain", read: ({ value }) => value },
];

/** What it reads of the products besides its columns. */
export const workbookNeeds = ({ withSummary, withPictures }: WorkbookOptions): ExportMember[] => [
  ...(withSummary ? SUMMED : []),
  ...(withPictures ? (["id"] as const) : []),
];

const TITLES: Record<TableName, string> = {
  products: "Products",
  suppliers: "Suppliers",
  categories: "Categories",
  imports: "Imports",
  orders: "Orders",
  customers: "Customers",
};

/** Tables as a workbook: a sheet for each, and what the options add to that of the products. */
export async function* productWorkbook(
  tables: readonly NamedTable[],
  { withSummary, withPictures, isFormatted = true, hasDates = false }: WorkbookOptions,
  place: WorkbookPlace,
): AsyncGenerator<Uint8Array> {
  const summary = new ProductSummary(place.nowMs);
  async function* counted(pages: Table<ExportedProduct>["pages"]) {
    for await (const page of pages) {
      summary.add(page);
      yield page;
    }
  }
  // Written last, when everything has passed.
  async function* metrics() {
    yield summary.metrics();
  }
  const sheets: Sheet<unknown>[] = tables.map(({ name, table: { columns, pages } }) => {
    const sheet = { name: TITLES[name], columns, pages, isFormatted, hasDates, noteCut: place.noteCut };
    if (name !== "products") return sheet;
    // What the table of that name holds.
    const products = pages as Table<ExportedProduct>["pages"];
    return {
      ...sheet,
      pages: withSummary ? counted(products) : products,
      ...(withPictures && { picturesOf: picturesIn(place) }),
    };
  });
  if (withSummary) sheets.push({ name: "Summary", columns: SUMMARY_COLUMNS, pages: metrics() } satisfies Sheet<Metric>);
  const { writeWorkbook } = await import("../xlsx/write-workbook.ts");
  yield* writeWorkbook(sheets);
}
