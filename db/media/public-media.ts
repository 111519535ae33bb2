import type { Reader } from "../ports.ts";
import { json, number, type Row, text } from "../rows.ts";
import type { Thumbnail } from "./media.ts";

/** A stored image as everybody may see it. */
export interface PublicMedia {
  tenantId: string;
  id: string;
  productId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  thumbnails: Thumbnail[];
}

const readPublic = (row: Row): PublicMedia => ({
  tenantId: text(row, "tenant_id"),
  id: text(row, "id"),
  productId: text(row, "product_id"),
  fileName: text(row, "file_name"),
  contentType: text(row, "content_type"),
  sizeBytes: number(row, "size_bytes"),
  sha256: text(row, "sha256"),
  // Written by `insertMedia` from such a list.
  thumbnails: json(row, "thumbnails") as Thumbnail[],
});

/** The stored image of that id, of whatever tenant: who knows its random id may see it. */
export const findPublicMedia = (db: Reader, id: string): Promise<PublicMedia | undefined> =>
  db.first(
    `select tenant_id, id, product_id, file_name, content_type, size_bytes, sha256, thumbnails from media
      where id = :id and is_stored = 1`,
    { id },
    readPublic,
  );
