import { Type } from "@sinclair/typebox";
import { orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../http/input/page.ts";

export const BackupParams = Type.Object({ backup_id: Uuid });

export const BackupStart = Type.Object({
  with_key: Type.Optional(
    Type.Boolean({
      description:
        "Whether `secret.key` is put into it as well: guard such an archive as you guard the key. Default: CATALOGD_BACKUP_WITH_KEY.",
      examples: [false],
    }),
  ),
});

export const BackupQuery = Type.Object({
  page: PageQuery.properties.page,
  per_page: PageQuery.properties.per_page,
});

const Count = Type.Integer({ minimum: 0 });
const Bytes = Type.Integer({ minimum: 0, examples: [1_482_133] });

export const BackupBody = Type.Object({
  id: Uuid,
  status: oneOf(["running", "completed", "failed"] as const),
  trigger: oneOf(["request", "schedule", "command"] as const, {
    description: "This API, CATALOGD_BACKUP_SCHEDULE, or the command `catalogd backup`.",
  }),
  place: Type.String({ description: "A folder, or `s3://bucket/prefix`.", examples: ["/backup/catalogd"] }),
  location: orNull(
    Type.String({ examples: ["/backup/catalogd/catalogd-20261125T023000Z-7d9f3c1e.tar.zst"] }),
    "The archive, for `catalogd restore`. Null until it is whole, and for a failed backup.",
  ),
  size_bytes: orNull(Bytes, "Size of the archive."),
  sha256: orNull(Type.String({ minLength: 64, maxLength: 64 }), "Checksum of the archive, hexadecimal."),
  rows: orNull(Count, "Rows of all tables."),
  tables: orNull(Type.Record(Type.String(), Count), "Rows of each table."),
  files: orNull(
    Type.Object({ store: oneOf(["local", "s3"] as const), count: Count, size_bytes: Bytes }),
    "Stored files. With `s3` they are in the bucket and not in the archive.",
  ),
  schema_version: orNull(Type.Integer({ minimum: 1 })),
  program_version: Type.String({ examples: ["0.1.0"] }),
  missing: orNull(
    Type.Array(oneOf(["secret_key", "files", "database"] as const)),
    "What a restore needs besides; null until that is known.",
  ),
  started_at: Time,
  finished_at: orNull(Time),
  duration_ms: orNull(Count),
  error: orNull(Type.String({ maxLength: 10_000 }), "Why it failed."),
});

export const BackupPage = metaPageOf(BackupBody);
