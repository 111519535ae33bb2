import type { Page } from "../api/answers.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Pending } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { nameWord } from "../words/fields.ts";
import { ago } from "../words/words.ts";
import { type BulkEdit, undoBulkEdit } from "./bulk-edit.ts";
import { w } from "./words.ts";

interface Listed extends BulkEdit {
  fields: Record<string, unknown>;
  requested_by: string | null;
  created_at: string;
}
const SHOWN = 20;
const GOES_ON = new Set(["running", "undoing", "undone"]);

const nameOf = ({ action, fields }: Listed): string =>
  action !== "set"
    ? [w.say("did", action), ...(action === "move" ? [w.say("move", String(fields["action"]))] : [])].join(": ")
    : Object.entries(fields)
        .map(([name, value]) => `${nameWord(name)}: ${String(value ?? "–")}`)
        .join(", ");

/** The last changes of many products, each with its way back. */
export function BulkHistory({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const list = useGet<Page<Listed>>("/products/bulk/edits", { limit: SHOWN });
  const items = list.value?.items ?? [];
  const undo = (edit: Listed) => {
    onClose();
    void undoBulkEdit(edit.id, onDone);
  };
  return (
    <Dialog title={w("edits")} onClose={onClose}>
      <Pending of={list} />
      {list.value && items.length === 0 && <p class="soft">{w("noEdits")}</p>}
      <ul class="feed">
        {items.map((edit) => (
          <li key={edit.id}>
            <State code={edit.status} />
            <div>
              <p>{nameOf(edit)}</p>
              <span class="faint">
                {[
                  w("changed", { n: edit.changed }),
                  ...(edit.failed > 0 ? [w("refused", { n: edit.failed })] : []),
                  edit.requested_by ?? "",
                  ago(edit.created_at),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </div>
            <span class="sp" />
            {edit.changed > 0 && edit.action !== "move" && !GOES_ON.has(edit.status) && (
              <Button
                text={c("undo")}
                kind="quiet"
                label={`${c("undo")}: ${nameOf(edit)}`}
                reason={may(edit.action === "delete" ? "DELETE_CATALOG" : "EDIT_CATALOG") ? undefined : c("notAllowed")}
                onClick={() => undo(edit)}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
