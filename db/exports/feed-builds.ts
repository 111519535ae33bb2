import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";

/** What has been made of a feed. */
const BUILD = {
  /** The feed's version that the file holds. */
  version: called("built_version", NUMBER_OR_NULL),
  sequence: called("built_sequence", NUMBER),
  file: called("built_file", TEXT),
  sha256: called("built_sha256", TEXT),
  atMs: called("built_at_ms", NUMBER),
  sizeBytes: called("file_size_bytes", NUMBER),
  items: called("item_count", NUMBER),
  leftOut: called("left_out_count", NUMBER),
};
export type NewBuild = ValuesOf<typeof BUILD>;
const builds = keyedTable("export_feed", { id: TEXT, ...BUILD });

const BUILT = selection("export_feed", {
  /** The feed's version that the file holds; `null`: there is no file yet. */
  version: called("built_version", NUMBER_OR_NULL),
  sequence: called("built_sequence", computed("ifnull(export_feed.built_sequence, 0)", NUMBER)),
  file: called("built_file", computed("ifnull(export_feed.built_file, '')", TEXT)),
  sha256: called("built_sha256", computed("ifnull(export_feed.built_sha256, '')", TEXT)),
  atMs: called("built_at_ms", computed("ifnull(export_feed.built_at_ms, 0)", NUMBER)),
});
/** The file of a feed, as it was made last. */
export type FeedBuild = SelectedBy<typeof BUILT>;

const FEED = selection("export_feed", {
  tenantId: TEXT,
  id: TEXT,
  feedType: TEXT,
  version: NUMBER,
  refreshMinutes: NUMBER,
});
/** A feed as who has its address may see it. */
export interface PublicFeed extends SelectedBy<typeof FEED> {
  build: FeedBuild;
}

const readFeed = (row: Row): PublicFeed => ({ ...FEED.read(row), build: BUILT.read(row) });

/** The active feed with a token of that hash, of any tenant whose exports are on: a reader who knows its random token may read it. */
export const findPublicFeed = (db: Reader, tokenHash: string): Promise<PublicFeed | undefined> =>
  db.first(
    `select ${FEED.selected}, ${BUILT.selected} from export_feed where token_hash = :tokenHash and is_active = 1
        and not exists (select 1 from tenant cross join json_each(tenant.modules_off) off
          where tenant.tenant_id = export_feed.tenant_id and off.value = 'exports')`,
    { tokenHash },
    readFeed,
  );

/** Notes the new file of a feed. Returns 0 when the feed is gone. */
export const putBuild = (tx: Tx, id: string, build: NewBuild): Promise<number> => builds.update(tx, { id, ...build });

/** The file that a feed has now; `undefined`: none. */
export const findBuiltFile = (db: Reader, id: string): Promise<string | undefined> =>
  db.first(
    "select built_file from export_feed where tenant_id = :tenant and id = :id and built_file is not null",
    { id },
    (row) => text(row, "built_file"),
  );
