import { signal } from "@preact/signals";
import type { Page, Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { follow } from "../api/follow.ts";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { w } from "./words.ts";

/** A change of many products, as the API has it. */
export interface BulkEdit {
  id: string;
  status: string;
  action: "set" | "delete" | "tag" | "move";
  total: number;
  changed: number;
  unchanged: number;
  failed: number;
  restored: number;
  kept: number;
  error: string | null;
}
/** What is to be done with each of them. */
export interface EditRequest {
  action?: "delete" | "tag" | "move";
  fields?: Record<string, unknown>;
}
const PATH = "/products/bulk/edits";
const GOES_ON = new Set(["running", "undoing"]);

/** The edit that this page has begun and that goes on. */
export const bulkEdit = signal<BulkEdit | undefined>(undefined);

/** How far it is. */
export const doneOf = ({
  status,
  changed,
  unchanged,
  failed,
  restored,
  kept,
}: BulkEdit): [done: number, total: number] =>
  status === "undoing" ? [restored + kept, changed] : [changed + unchanged + failed, 0];

/** Follows an edit to its end. */
function followEdit(id: string, onEnd: (edit: BulkEdit) => void): void {
  let isOver = false;
  const stop = follow<BulkEdit>(`${PATH}/${id}`, (edit) => {
    if (GOES_ON.has(edit.status)) {
      bulkEdit.value = edit;
      return;
    }
    if (isOver) return;
    isOver = true;
    stop();
    bulkEdit.value = undefined;
    onEnd(edit);
  });
}

async function sayRefused({ id, failed }: BulkEdit): Promise<void> {
  const answer = await api.get<Page<{ message: string }>>(`${PATH}/${id}/errors`, { query: { limit: 1 } });
  const why = answer.ok ? (answer.value.items[0]?.message ?? "") : "";
  toast(w("notChanged", { n: failed, why }), { isBad: true });
}

/** Takes an edit back; `onDone`: when products are as they were. */
export async function undoBulkEdit(id: string, onDone: () => void): Promise<void> {
  const answer = await api.post<BulkEdit>(`${PATH}/${id}/undo`);
  if (!answer.ok) return toastRefusal(answer.refusal);
  bulkEdit.value = answer.value;
  followEdit(id, ({ restored, kept }) => {
    toast(kept > 0 ? w("undoneButKept", { n: restored, kept }) : w("undone", { n: restored }));
    onDone();
  });
}

/** Stops an edit where it is. */
export async function stopEdit(id: string): Promise<void> {
  const answer = await api.post<BulkEdit>(`${PATH}/${id}/cancel`);
  if (!answer.ok) toastRefusal(answer.refusal);
}

/** Begins a change of all products of a filter. `onDone`: when they are changed, and when that was taken back. */
export async function startBulkEdit(
  body: EditRequest & { filter: Record<string, unknown> },
  onDone: () => void,
): Promise<Refusal | undefined> {
  const answer = await api.post<BulkEdit>(PATH, { body });
  if (!answer.ok) {
    const fields = answer.refusal.fields.map((each) => ({ ...each, field: each.field.replace(/^fields\./, "") }));
    return { ...answer.refusal, fields };
  }
  bulkEdit.value = answer.value;
  followEdit(answer.value.id, (edit) => {
    const words = w(edit.action === "delete" ? "deleted" : "changed", { n: edit.changed });
    toast(words, edit.changed > 0 && edit.action !== "move" ? { undo: () => void undoBulkEdit(edit.id, onDone) } : {});
    if (edit.failed > 0) void sayRefused(edit);
    if (edit.error) toast(edit.error, { isBad: true });
    onDone();
  });
  return undefined;
}
