import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const MEDIA_SOURCES = ["upload", "import", "scraper", "connector"] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];
/** The smaller sizes of an image. */
export type Thumbnail = "thumb" | "medium";

/** An image of a product. */
export interface Media {
  id: string;
  productId: string;
  source: MediaSource;
  /** Where everybody finds it. */
  url: string;
  /** Where an import found a file that is kept here now; else `null`. */
  sourceUrl: string | null;
  /** Whether the file is kept here; what follows from the file is `null` otherwise. */
  isStored: boolean;
  title: string | null;
  altText: string | null;
  /** Place among the images of the product. */
  position: number;
  isPrimary: boolean;
  fileName: string | null;
  contentType: string | null;
  sizeBytes: number | null;
  /** Hexadecimal. */
  sha256: string | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  thumbnails: Thumbnail[];
  createdAtMs: number;
  /** Grows with every change; it is the ETag. */
  updatedAtUs: number;
}

const COLUMNS = `media.id, media.product_id, media.source, media.url, media.source_url, media.is_stored, media.title, media.alt_text,
  media.position, media.is_primary, media.file_name, media.content_type, media.size_bytes, media.sha256, media.width,
  media.height, media.thumbnails, media.created_at_ms, media.updated_at_us`;

export const readMedia = (row: Row): Media => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  // A check constraint holds each of the words.
  source: text(row, "source") as MediaSource,
  url: text(row, "url"),
  sourceUrl: textOrNull(row, "source_url"),
  isStored: number(row, "is_stored") === 1,
  title: textOrNull(row, "title"),
  altText: textOrNull(row, "alt_text"),
  position: number(row, "position"),
  isPrimary: number(row, "is_primary") === 1,
  fileName: textOrNull(row, "file_name"),
  contentType: textOrNull(row, "content_type"),
  sizeBytes: numberOrNull(row, "size_bytes"),
  sha256: textOrNull(row, "sha256"),
  width: numberOrNull(row, "width"),
  height: numberOrNull(row, "height"),
  // Written by `insertMedia` from such a list.
  thumbnails: json(row, "thumbnails") as Thumbnail[],
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

const AS_JSON = COLUMNS.split(",")
  .map((column) => `'${column.trim().replace("media.", "")}', ${column.trim()}`)
  .join(", ");

/**
 * The images of `product` as JSON, each for `readMedia`. A product without a primary image has none. Ordered
 * inside, because a libSQL server cannot read an order among the arguments of an aggregate.
 */
export const MEDIA_OF_PRODUCT = `iif(product.image_url is null, '[]', (select json_group_array(json(image)) from (
  select json_object(${AS_JSON}) as image from media
    where media.tenant_id = :tenant and media.product_id = product.id
    order by media.position, media.created_at_ms, media.id)))`;

/** The images of a product in their order. A product has few: `MEDIA_MAX` of src/media. */
export const listMedia = (db: Reader, productId: string): Promise<Media[]> =>
  db.all(
    `select ${COLUMNS} from media
      where media.tenant_id = :tenant and media.product_id = :productId
      order by media.position, media.created_at_ms, media.id`,
    { productId },
    readMedia,
  );

/** The images of these products, each product's in their order. */
export const listMediaOf = (db: Reader, productIds: readonly string[]): Promise<Media[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:ids) wanted
      cross join media on media.tenant_id = :tenant and media.product_id = wanted.value
      order by media.product_id, media.position, media.created_at_ms, media.id`,
    { ids: JSON.stringify(productIds) },
    readMedia,
  );

/** The primary images of these products, without those that are kept elsewhere. */
export const listStoredPrimaries = (db: Reader, productIds: readonly string[]): Promise<Media[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:ids) wanted
      cross join media on media.tenant_id = :tenant and media.product_id = wanted.value and media.is_primary = 1
      where media.is_stored = 1`,
    { ids: JSON.stringify(productIds) },
    readMedia,
  );

/** Inserts images, and returns them with their change numbers. */
export async function insertMedia(tx: Tx, given: readonly Media[], nowMs: number): Promise<Media[]> {
  const rows = await numbered(tx, given, nowMs);
  await tx.runMany(
    `insert into media (tenant_id, id, product_id, source, url, source_url, is_stored, title, alt_text, position, is_primary,
        file_name, content_type, size_bytes, sha256, width, height, thumbnails, created_at_ms, updated_at_us)
      values (:tenant, :id, :productId, :source, :url, :sourceUrl, :isStored, :title, :altText, :position, :isPrimary,
        :fileName, :contentType, :sizeBytes, :sha256, :width, :height, :thumbnails, :createdAtMs, :updatedAtUs)`,
    rows.map((row) => ({
      ...row,
      isStored: Number(row.isStored),
      isPrimary: Number(row.isPrimary),
      thumbnails: JSON.stringify(row.thumbnails),
    })),
  );
  return rows;
}

/**
 * Stores what can change of an image. Of a product's images those that stop being the primary one come first. Returns them with their change numbers.
 */
export async function updateMedia(tx: Tx, given: readonly Media[], nowMs: number): Promise<Media[]> {
  const rows = await numbered(tx, given, nowMs);
  await tx.runMany(
    `update media set title = :title, alt_text = :altText, position = :position, is_primary = :isPrimary,
        updated_at_us = :updatedAtUs
      where tenant_id = :tenant and id = :id`,
    rows.map(({ id, title, altText, position, isPrimary, updatedAtUs }) => ({
      id,
      title,
      altText,
      position,
      isPrimary: Number(isPrimary),
      updatedAtUs,
    })),
  );
  return rows;
}

export const deleteMedia = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run("delete from media where tenant_id = :tenant and id in (select value from json_each(:ids))", {
    ids: JSON.stringify(ids),
  });
