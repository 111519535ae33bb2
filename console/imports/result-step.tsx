import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { Button, Card, Progress } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { ErrorRows } from "./error-rows.tsx";
import type { ImportBody } from "./import-body.ts";
import { w } from "./words.ts";

interface Revert {
  status: string;
  is_preview: boolean;
  products_deleted: number;
  products_restored: number;
  products_left: number;
  progress_percent: number;
}
const LOOK_MS = 300;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

/** Starts an undo, or the preview of one, and waits for its end. */
async function revert(
  id: string,
  isPreview: boolean,
  onProgress: (percent: number) => void,
): Promise<Revert | undefined> {
  const started = await api.post<Revert>(`/imports/${id}/revert`, { query: isPreview ? { preview: true } : {} });
  if (!started.ok) {
    toastRefusal(started.refusal);
    return undefined;
  }
  let current = started.value;
  while (current.status === "processing") {
    await pause();
    const answer = await api.get<Revert>(`/imports/${id}/revert`);
    if (!answer.ok) return undefined;
    current = answer.value;
    onProgress(current.progress_percent);
  }
  return current;
}

/** What an import has done, what it refused, and the way back. */
export function ResultStep({ found }: { found: ImportBody }) {
  const [undoing, setUndoing] = useState<{ word: "undoLooking" | "undoing"; percent: number }>();
  const { id } = found;
  const undo = async () => {
    setUndoing({ word: "undoLooking", percent: 0 });
    const preview = await revert(id, true, (percent) => setUndoing({ word: "undoLooking", percent }));
    setUndoing(undefined);
    if (!preview) return;
    const values = {
      deleted: preview.products_deleted,
      restored: preview.products_restored,
      left: preview.products_left,
    };
    if (!(await ask({ title: w("undoTitle"), text: w("undoText", values), yes: w("undo"), isBad: true }))) return;
    setUndoing({ word: "undoing", percent: 0 });
    const done = await revert(id, false, (percent) => setUndoing({ word: "undoing", percent }));
    setUndoing(undefined);
    if (done) toast(w("undone"));
  };
  const counts = [
    ["created", found.products_created],
    ["updated", found.products_updated],
    ["skipped", found.skipped_rows],
    ["withErrors", found.failed_rows],
  ] as const;
  const duration = found.duration_seconds;
  return (
    <div class="stack">
      {found.error_message && (
        <div class="note bad" role="alert">
          <div>
            <b>{w("failedTitle")}</b>
            <br />
            {found.error_message}
          </div>
        </div>
      )}
      <Card
        title={
          <>
            {number(found.total_rows)} {w("total", { n: found.total_rows })}{" "}
            {duration !== null && w("seconds", { n: duration })}
          </>
        }
        actions={
          <div class="row">
            <Button text={w("show")} href="/products?sort_by=updated_at&sort_order=desc" />
            <Button
              text={w("undo")}
              kind="bad"
              isBusy={undoing !== undefined}
              reason={may("MANAGE_IMPORTS") ? undefined : c("notAllowed")}
              onClick={undo}
            />
          </div>
        }
      >
        {undoing && (
          <>
            <p class="soft" role="status">
              {w(undoing.word)}
            </p>
            <Progress label={w(undoing.word)} value={undoing.percent} max={100} />
          </>
        )}
        <div class="cards">
          {counts.map(([name, n]) => (
            <div key={name}>
              <div class="num">{number(n)}</div>
              <div class="soft">{w(name, { n })}</div>
            </div>
          ))}
        </div>
      </Card>
      {found.failed_rows > 0 && <ErrorRows id={id} fileName={found.file_name} />}
    </div>
  );
}
