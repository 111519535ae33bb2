import { type Static, Type } from "@sinclair/typebox";
import { plannedAt } from "../../../db/schedules/schedules.ts";
import { computed } from "../../../db/selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import {
  choiceField,
  DATE_TIME,
  flagField,
  hiddenField,
  jsonField,
  nameField,
  optionalText,
  shownField,
} from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { TIMING_FIELDS } from "../../schedules/timing-fields.ts";
import { SOURCE_TYPES } from "../sources/source.ts";

export const CONFIG_JOB = "imports.run-config";

const Id = (description: string) => Type.String({ format: "uuid", description });

const TAKE_FILES = ["newest", "all_new"] as const;

/** What becomes of a file at its source. */
const afterFile = (description: string) =>
  Type.Object(
    {
      action: oneOf(["leave", "delete", "move", "rename"]),
      folder: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: "Of `move`: the folder, seen from that of the files.",
        }),
      ),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            "Of `rename`: the new name, with `{name}`, `{stem}`, `{extension}` or `{date}`. One that is taken gets the time behind it.",
          examples: ["{name}.imported"],
        }),
      ),
    },
    { description, examples: [{ action: "move", folder: "done" }] },
  );
export type AfterFile = Static<ReturnType<typeof afterFile>>;

/** Where files are fetched from again and again, and what is done with them. */
export const ImportConfig = record({
  table: "import_config",
  noun: "import_config",
  key: "config",
  expands: { supplier: "supplier", template: "mapping_template" },
  fields: {
    name: nameField(200, "Name of the configuration.", { example: "Acme, nightly" }),
    source_type: choiceField(SOURCE_TYPES, undefined, "Where the files are."),
    source: jsonField<Record<string, unknown>>(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 30,
        description:
          "The body of the route of that source, such as `POST /imports/import/sftp`. Passwords are stored encrypted and never shown.",
      }),
    ),
    supplier_id: optionalText(Id("The supplier of the files."), { shown: Uuid }),
    supplier_code: optionalText(Type.String({ minLength: 1, maxLength: 50, examples: ["ACME"] })),
    template_id: optionalText(Id("Default: the supplier's default template."), { shown: Uuid }),
    ...TIMING_FIELDS,
    is_active: flagField(true, "Whether it runs by its schedule."),
    auto_process: flagField(true, "Whether a file that a template fits is imported at once."),
    skip_if_unchanged: flagField(true, "Whether a file is passed over that is the one imported last."),
    take_files: choiceField(
      TAKE_FILES,
      "newest",
      "`newest`: a run takes the newest file that fits. `all_new`: every file that was not taken before, the oldest first, each once the one before is done.",
    ),
    after_success: jsonField<AfterFile>(
      afterFile(
        "What becomes of a file at its source once it is imported, with failed rows or without. Default: it is left.",
      ),
      { action: "leave" },
    ),
    after_failure: jsonField<AfterFile>(afterFile("What becomes of a file whose import failed. Default: it is left."), {
      action: "leave",
    }),
    notification_emails: jsonField<string[]>(
      Type.Array(Type.String({ format: "email", maxLength: 254 }), { maxItems: 20 }),
      [],
    ),
    notify_on_success: flagField(false, "Whether a mail tells of an import that is through."),
    notify_on_failure: flagField(true, "Whether a mail tells of one that failed, or has failed rows."),
    run_count: shownField(Type.Integer({ minimum: 0 }), NUMBER, 0),
    last_run_at: shownField<string | null>(orNull(Time), DATE_TIME, null),
    next_run_at: shownField<string | null>(
      orNull(Time),
      computed(plannedAt("import_config", CONFIG_JOB), DATE_TIME),
      null,
    ),
    last_job_id: shownField<string | null>(orNull(Uuid, "The import of the last run."), TEXT_OR_NULL, null),
    last_status: shownField<string | null>(
      orNull(Type.String(), "Status of that import; `running`, and `unchanged` when no file was new."),
      TEXT_OR_NULL,
      null,
    ),
    fetched_sha256: hiddenField<string | null>(TEXT_OR_NULL, null),
    imported_sha256: hiddenField<string | null>(TEXT_OR_NULL, null),
    files_left: hiddenField<number>(NUMBER, 0),
    language: hiddenField<string>(TEXT, "en"),
    api_url: hiddenField<string | null>(TEXT_OR_NULL, null),
  },
});
export type ConfigRow = ReturnType<typeof ImportConfig.blank>;

/** Where what lets a configuration in is stored. */
export const configSecrets = (id: string): string => `import-configs/${id}`;
