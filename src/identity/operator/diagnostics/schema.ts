import { Type } from "@sinclair/typebox";
import { orNull } from "../../../http/input/fields.ts";

const Instant = Type.String({ format: "date-time", examples: ["2026-11-28T10:00:00.000Z"] });
const Lines = (description: string) => Type.Array(Type.Record(Type.String(), Type.Unknown()), { description });

/** A setting as those see it who are asked for help; `value` is null when it is not set. */
export const ShownSetting = Type.Object({
  setting: Type.String({ examples: ["CATALOGD_THREADS"] }),
  value: orNull(Type.String({ description: "A secret is `********`", examples: ["2"] })),
  is_default: Type.Boolean(),
});

const DoctorFinding = Type.Object({
  check: Type.String({ examples: ["disk"] }),
  status: Type.Union([Type.Literal("ok"), Type.Literal("warning"), Type.Literal("error"), Type.Literal("fixed")]),
  says: Type.String({ examples: ["31.2 GiB are free on the disk of /var/lib/catalogd"] }),
  latency_ms: Type.Optional(Type.Number({ description: "Time a server took to answer" })),
});

const Jobs = Type.Object({
  states: Type.Array(
    Type.Object({
      kind: Type.String({ examples: ["imports.run"] }),
      state: Type.String({ examples: ["ready"] }),
      count: Type.Integer({ examples: [3] }),
      oldest_at: Instant,
    }),
  ),
  failures: Type.Array(
    Type.Object({
      kind: Type.String(),
      failed_at: Instant,
      attempts: Type.Integer(),
      error: orNull(Type.String()),
    }),
    { description: "The 20 newest" },
  ),
});

const Database = Type.Object({
  sqlite: Type.String({ description: "Version of SQLite", examples: ["3.45.1"] }),
  schema_version: Type.Integer({ examples: [1] }),
  tenants: Type.Integer({ examples: [1] }),
  products: Type.Integer({ examples: [50_000] }),
  deleted_products: Type.Integer({ examples: [0] }),
  stored_files_bytes: Type.Integer({ examples: [1_048_576] }),
  files_bytes: Type.Record(Type.String(), Type.Integer(), {
    description: "Sizes of the database, its log and the search index; empty where the database is on a server",
    examples: [{ "catalogd.db": 61_000_000 }],
  }),
});

export const DiagnosticsBody = Type.Object({
  created_at: Instant,
  version: Type.String({ examples: ["catalogd 0.1.0 (commit 3c530679, Bun 1.4.5, linux x64)"] }),
  uptime_seconds: Type.Integer({ examples: [86_400] }),
  memory_bytes: Type.Integer({ examples: [230_000_000] }),
  settings: Type.Array(ShownSetting),
  findings: Type.Array(DoctorFinding, {
    description: "What `catalogd doctor` finds in some seconds. A database of more than 256 MB is not read through.",
  }),
  health: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
    description: "State and details of each component, as in `GET /health/ready`",
  }),
  jobs: orNull(Jobs),
  database: orNull(Database),
  errors: Lines("The 100 newest lines of the log of level `error`, since the start, oldest first"),
  warnings: Lines("The same of level `warn`, refused requests excepted"),
  metrics: Type.String({ description: "What `GET /metrics` answers: Prometheus' text format" }),
  left_out: Type.Array(Type.String(), {
    description: "What could not be found out, with the reason",
    examples: [[]],
  }),
});
