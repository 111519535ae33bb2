import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** The file of a feed, as it was made last. */
export interface FeedBuild {
  /** The feed's version that it holds; `null`: there is no file yet. */
  version: number | null;
  sequence: number;
  file: string;
  sha256: string;
  atMs: number;
}

/** A feed as who has its address may see it. */
export interface PublicFeed {
  tenantId: string;
  id: string;
  feedType: string;
  version: number;
  refreshMinutes: number;
  build: FeedBuild;
}

const readFeed = (row: Row): PublicFeed => ({
  tenantId: text(row, "tenant_id"),
  id: text(row, "id"),
  feedType: text(row, "feed_type"),
  version: number(row, "version"),
  refreshMinutes: number(row, "refresh_minutes"),
  build: {
    version: numberOrNull(row, "built_version"),
    sequence: numberOrNull(row, "built_sequence") ?? 0,
    file: textOrNull(row, "built_file") ?? "",
    sha256: textOrNull(row, "built_sha256") ?? "",
    atMs: numberOrNull(row, "built_at_ms") ?? 0,
  },
});

/** The active feed with a token of that hash, of whatever tenant that exports: who knows its random token may read it. */
export const findPublicFeed = (db: Reader, tokenHash: string): Promise<PublicFeed | undefined> =>
  db.first(
    `select tenant_id, id, feed_type, version, refresh_minutes, built_version, built_sequence, built_file, built_sha256,
        built_at_ms from export_feed where token_hash = :tokenHash and is_active = 1
        and not exists (select 1 from tenant cross join json_each(tenant.modules_off) off
          where tenant.tenant_id = export_feed.tenant_id and off.value = 'exports')`,
    { tokenHash },
    readFeed,
  );

/** What has been made of a feed. */
export interface NewBuild extends FeedBuild {
  sizeBytes: number;
  items: number;
  leftOut: number;
}

/** Notes the new file of a feed. Returns 0 when the feed is gone. */
export const putBuild = (tx: Tx, id: string, build: NewBuild): Promise<number> =>
  tx.run(
    `update export_feed set built_at_ms = :atMs, built_version = :version, built_sequence = :sequence, built_file = :file,
        built_sha256 = :sha256, file_size_bytes = :sizeBytes, item_count = :items, left_out_count = :leftOut
      where tenant_id = :tenant and id = :id`,
    { ...build, id },
  );

/** The file that a feed has now; `undefined`: none. */
export const findBuiltFile = (db: Reader, id: string): Promise<string | undefined> =>
  db.first(
    "select built_file from export_feed where tenant_id = :tenant and id = :id and built_file is not null",
    { id },
    (row) => text(row, "built_file"),
  );
