import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/api.ts";
import { follow } from "../api/follow.ts";
import { Button, Card, Progress } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { number } from "../words/words.ts";
import { type ImportBody, RUNNING_STATES } from "./import-body.ts";
import { w } from "./words.ts";

/** An import that goes on: how far, how fast, how long. Leaving the page stops nothing. */
export function RunningStep({ found, onChange }: { found: ImportBody; onChange: (found: ImportBody) => void }) {
  const { id, status } = found;
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => follow<ImportBody>(`/imports/${id}`, (now) => tell.current(now)), [id]);
  const act = async (action: "pause" | "resume" | "cancel") => {
    if (
      action === "cancel" &&
      !(await ask({ title: w("stopTitle"), text: w("stopText"), yes: w("stop"), isBad: true }))
    )
      return;
    const answer = await api.post(`/imports/${id}/${action}`);
    if (!answer.ok) toastRefusal(answer.refusal);
  };
  const { processed_rows: done, total_rows: total, failed_rows: failed, started_at: startedAt } = found;
  const seconds = startedAt ? Math.max(1, (Date.now() - new Date(startedAt).getTime()) / 1_000) : 1;
  const rate = done / seconds;
  const left = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  return (
    <Card
      title={w("running")}
      actions={
        <div class="row">
          {status === "paused" ? (
            <Button text={w("resume")} onClick={() => act("resume")} />
          ) : (
            <Button text={w("pause")} onClick={() => act("pause")} />
          )}
          {RUNNING_STATES.has(status) && <Button text={w("stop")} kind="bad" onClick={() => act("cancel")} />}
        </div>
      }
    >
      <Progress label={w("running")} {...(total > 0 ? { value: done, max: total } : {})} />
      <p class="soft" role="status">
        {w("done", { done: number(done), total: number(total) })} · {w("rate", { n: Math.round(rate) })}
        {left !== undefined && ` · ${c("left", { time: `${number(left)} s` })}`} · {w("errorsSoFar", { n: failed })}
      </p>
    </Card>
  );
}
