import { fixed, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { membersOf, objectOf, type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const MEDIA_SOURCES = ["upload", "import", "scraper", "connector"] as const;
/** The smaller sizes of an image. */
export type Thumbnail = "thumb" | "medium";

export const MEDIA = {
  id: TEXT,
  productId: fixed(TEXT),
  source: fixed(wordColumn(MEDIA_SOURCES)),
  /** Where everybody finds it. */
  url: fixed(TEXT),
  /** Where an import found a file that is stored here now; else `null`. */
  sourceUrl: fixed(TEXT_OR_NULL),
  /** Whether the file is stored here; what follows from the file is `null` otherwise. */
  isStored: fixed(FLAG),
  title: TEXT_OR_NULL,
  altText: TEXT_OR_NULL,
  /** Place among the images of the product. */
  position: NUMBER,
  isPrimary: FLAG,
  fileName: fixed(TEXT_OR_NULL),
  contentType: fixed(TEXT_OR_NULL),
  sizeBytes: fixed(NUMBER_OR_NULL),
  /** Hexadecimal. */
  sha256: fixed(TEXT_OR_NULL),
  /** Pixels. */
  width: fixed(NUMBER_OR_NULL),
  height: fixed(NUMBER_OR_NULL),
  thumbnails: fixed(jsonColumn<Thumbnail[]>()),
  createdAtMs: fixed(NUMBER),
  /** Grows with every change; it is the ETag. */
  updatedAtUs: NUMBER,
};
export const mediaRows = keyedTable("media", MEDIA);
/** An image of a product. */
export type Media = ValuesOf<typeof MEDIA>;
export const { read: readMedia } = mediaRows;
const { selected: COLUMNS } = mediaRows;

/**
 * The images of `product` as JSON, each for `readMedia`. A product without a primary image has none. Ordered
 * inside, because a libSQL server cannot read an order among the arguments of an aggregate.
 */
export const MEDIA_OF_PRODUCT = `iif(product.image_url is null, '[]', (select json_group_array(json(image)) from (
  select ${objectOf("media", membersOf(MEDIA))} as image from media
    where media.tenant_id = :tenant and media.product_id = product.id
    order by media.position, media.created_at_ms, media.id)))`;

/** The images of a product in their order. A product has few: `MEDIA_MAX` of src/products/media. */
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

/** The primary images of these products, without those that are stored elsewhere. */
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
  await mediaRows.insertAll(tx, rows);
  return rows;
}

/**
 * Stores what can change of an image. Of a product's images those that stop being the primary one come first. Returns them with their change numbers.
 */
export async function updateMedia(tx: Tx, given: readonly Media[], nowMs: number): Promise<Media[]> {
  const rows = await numbered(tx, given, nowMs);
  await mediaRows.updateAll(tx, rows);
  return rows;
}

const { id, productId, thumbnails } = MEDIA;
// What follows from the file is there.
const file = { fileName: TEXT, contentType: TEXT, sizeBytes: NUMBER, sha256: TEXT };
const PUBLIC = selection("media", { tenantId: TEXT, id, productId, ...file, thumbnails });
/** A stored image as everybody may see it. */
type PublicMedia = SelectedBy<typeof PUBLIC>;

/** The stored image of that id, of any tenant: who knows its random id may see it. */
export const findPublicMedia = (db: Reader, mediaId: string): Promise<PublicMedia | undefined> =>
  db.first(`select ${PUBLIC.selected} from media where id = :id and is_stored = 1`, { id: mediaId }, PUBLIC.read);
