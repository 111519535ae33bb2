import { Type } from "@sinclair/typebox";
import type { Author } from "../../../db/history/product-changes.ts";
import { COUNT, fixed, wordColumn } from "../../../db/keyed-table.ts";
import { called } from "../../../db/selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { Uuid } from "../../http/input/fields.ts";
import { hidden, shown, status } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { type RowOfRun, run, TO_THE_END } from "../../kit/runs/run.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";

const AUTHORS = ["user", "api_key", "operator", "console", "system", "import"] as const satisfies Author["kind"][];
const Time = Type.String({ format: "date-time" });
const TimeOrNull = Type.Union([Time, Type.Null()]);

/** How many products, by what became of them. */
const count = (name: string, description?: string) =>
  shown(COUNT, { [name]: [Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })] });

/** How far an import is taken back, or what that would do: one for each import. */
export const Reverts = run({
  table: "import_revert",
  noun: "import",
  fields: {
    id: shown(called("import_id", fixed(TEXT)), { import_id: [Uuid] }),
    status: status(["processing", "completed", "failed"]),
    isPreview: shown(fixed(FLAG), {
      is_preview: [Type.Boolean({ description: "Nothing is changed: the numbers say what would be." })],
    }),
    /** `null` until they are counted. */
    productsTotal: shown(hidden<number | null>(NUMBER_OR_NULL, null), {
      products_total: [
        Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
          description: "Products that the import created or changed; null until they are counted.",
        }),
      ],
    }),
    productsProcessed: count("products_processed"),
    productsDeleted: count("products_deleted", "Created by the import and unchanged since."),
    productsRestored: count("products_restored", "Fields have their former values again."),
    /** Those that stay as they are, wholly or in part. */
    productsLeft: count("products_left", "Entries of the list of what stays as it is."),
    startedAtMs: shown(fixed(NUMBER), { started_at: [TimeOrNull, isoOfMs] }),
    completedAtMs: shown(hidden<number | null>(NUMBER_OR_NULL, null), { completed_at: [TimeOrNull, isoOrNull] }),
    /** The last step, and the last row in it, that are done. */
    afterUs: COUNT,
    afterRow: COUNT,
    /** Who requested it, as they were then. */
    actorKind: fixed(wordColumn(AUTHORS)),
    actorId: fixed(TEXT_OR_NULL),
    actorName: fixed(TEXT_OR_NULL),
  },
  ...TO_THE_END,
  moves: { ...TO_THE_END.moves, resume: { from: ["failed"], to: "processing" } },
});
export type ImportRevert = RowOfRun<typeof Reverts>;
export const lifecycle = lifecycleOf("imports.revert", Reverts);

/** Who requested it. */
export const authorOf = ({ actorKind: kind, actorId: id, actorName: name }: ImportRevert): Author => ({
  kind,
  id,
  name,
});
