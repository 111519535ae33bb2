import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";
import { MEDIA } from "./media.ts";

const { id, productId, thumbnails } = MEDIA;
// What follows from the file is there.
const file = { fileName: TEXT, contentType: TEXT, sizeBytes: NUMBER, sha256: TEXT };
const PUBLIC = selection("media", { tenantId: TEXT, id, productId, ...file, thumbnails });
/** A stored image as everybody may see it. */
export type PublicMedia = SelectedBy<typeof PUBLIC>;

/** The stored image of that id, of any tenant: who knows its random id may see it. */
export const findPublicMedia = (db: Reader, mediaId: string): Promise<PublicMedia | undefined> =>
  db.first(`select ${PUBLIC.selected} from media where id = :id and is_stored = 1`, { id: mediaId }, PUBLIC.read);
