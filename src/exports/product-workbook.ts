import { Buffer } from "node:buffer";
import type { ExportedProduct, ExportMember } from "../../db/exports/exported-product.ts";
import { listStoredPrimaries, type Media } from "../../db/media/media.ts";
import type { Reader } from "../../db/ports.ts";
import { mediaKey, THUMBNAIL_WIDTHS, thumbnailKey, thumbnailType } from "../media/file-keys.ts";
import type { Files } from "../storage/files.ts";
import { type Metric, ProductSummary, SUMMED } from "./product-summary.ts";
import type { Table } from "./table.ts";
import type { Picture, Sheet } from "./xlsx/write-workbook.ts";

/** What a workbook of products holds besides them. */
export interface WorkbookOptions {
  /** A sheet `Summary`. */
  withSummary: boolean;
  /** A first column with the primary image of each. */
  withPictures: boolean;
}

/** Where the pictures are, and what time it is. */
export interface WorkbookPlace {
  db: Reader;
  files: Files;
  nowMs: number;
}

/** One transparent pixel, in the place of a picture whose file was lost. */
const NOTHING = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const EMBEDDABLE = ["image/jpeg", "image/png"] as const;

/** `undefined` for an image that a workbook cannot hold: none is this small but in another format. */
function pictureOf(media: Media, { db, files }: WorkbookPlace): Picture | undefined {
  const hasThumbnail = media.thumbnails.includes("thumb");
  const key = mediaKey(db.tenantId, media);
  const width = media.width ?? 0;
  const height = media.height ?? 0;
  const type = hasThumbnail ? thumbnailType(media.contentType ?? "") : media.contentType;
  const contentType = EMBEDDABLE.find((each) => each === type);
  if (contentType === undefined || (!hasThumbnail && width > THUMBNAIL_WIDTHS.thumb)) return undefined;
  return {
    contentType,
    width,
    height,
    read: async () => {
      try {
        return Buffer.concat(await Array.fromAsync(files.read(hasThumbnail ? thumbnailKey(key, "thumb") : key)));
      } catch {
        // Half a workbook would be worse.
        return NOTHING;
      }
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

/** Products as a workbook: a sheet `Products`, and what the options add. */
export async function* productWorkbook(
  { columns, pages }: Table<ExportedProduct>,
  { withSummary, withPictures }: WorkbookOptions,
  place: WorkbookPlace,
): AsyncGenerator<Uint8Array> {
  const summary = new ProductSummary(place.nowMs);
  async function* counted() {
    for await (const page of pages) {
      summary.add(page);
      yield page;
    }
  }
  // Written last, when everything has passed.
  async function* metrics() {
    yield summary.metrics();
  }
  const products: Sheet<ExportedProduct> = {
    name: "Products",
    columns,
    pages: withSummary ? counted() : pages,
    ...(withPictures && { picturesOf: picturesIn(place) }),
  };
  const sheets: Sheet<unknown>[] = [products];
  if (withSummary) sheets.push({ name: "Summary", columns: SUMMARY_COLUMNS, pages: metrics() } satisfies Sheet<Metric>);
  const { writeWorkbook } = await import("./xlsx/write-workbook.ts");
  yield* writeWorkbook(sheets);
}
