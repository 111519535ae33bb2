import { Type } from "@sinclair/typebox";
import { orNull } from "../../http/input/fields.ts";

const Time = () => Type.String({ format: "date-time" });
const Uuid = () => Type.String({ format: "uuid" });

export const ArchiveStatsQuery = Type.Object({ job_id: Type.Optional(Uuid()) });
export const ArchiveStats = Type.Union([
  Type.Object(
    {
      total_jobs: Type.Integer(),
      archived_jobs: Type.Integer(),
      active_jobs: Type.Integer(),
      stored_errors: Type.Integer(),
      stored_bytes: Type.Integer(),
      oldest_job_at: orNull(Time()),
      last_run_at: orNull(Time()),
    },
    { title: "ImportArchiveStats" },
  ),
  Type.Object(
    {
      job_id: Uuid(),
      is_archived: Type.Boolean(),
      archived_at: orNull(Time()),
      stored_errors: Type.Integer(),
      stored_bytes: Type.Integer(),
    },
    { title: "ArchivedImportStats" },
  ),
]);

const ArchiveType = Type.Union(
  [Type.Literal("jobs"), Type.Literal("errors"), Type.Literal("files"), Type.Literal("all")],
  {
    description: "`jobs` are hidden from the lists, stored `errors` trimmed, source `files` deleted. Default `jobs`.",
  },
);
export const ArchiveRunQuery = Type.Object({
  archive_type: Type.Optional(ArchiveType),
  days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 90,
      description: "Minimum age in days since the import ended.",
    }),
  ),
  max_errors: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1000, description: "Errors to keep for each import." }),
  ),
});
export const ArchiveRunBody = Type.Object({
  archive_type: ArchiveType,
  archived_jobs: Type.Integer(),
  purged_errors: Type.Integer(),
  purged_files: Type.Integer(),
  duration_ms: Type.Integer(),
});
