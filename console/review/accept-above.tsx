import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { Button } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { percent } from "../words/words.ts";
import type { Proposal } from "./proposal.ts";
import type { Queue } from "./use-queue.ts";
import { w } from "./words.ts";

const STEPS = [0.95, 0.9, 0.8, 0.7];

/** Accepts all of a kind that are sure enough, after it has said how many these are. */
export function AcceptAbove({
  queue,
  kind,
  reason,
}: {
  queue: Queue<Proposal>;
  kind: string;
  reason: string | undefined;
}) {
  const [least, setLeast] = useState(0.9);
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    const filter = { kind, min_confidence: least };
    const found = await api.get<{ total: number }>("/enrichment/review", { query: { ...filter, per_page: 1 } });
    if (!found.ok) return toastRefusal(found.refusal);
    const { total } = found.value;
    if (total === 0) return toast(w("aboveNone"));
    if (!(await ask({ title: w("aboveTitle", { n: total }), text: w("aboveText"), yes: w("accept") }))) return;
    setBusy(true);
    const body = { action: "accept", filter };
    const answer = await api.post<{ done: number; conflicts: string[] }>("/enrichment/review/decide", { body });
    setBusy(false);
    if (!answer.ok) return toastRefusal(answer.refusal);
    toast(w("aboveDone", { n: answer.value.done }));
    if (answer.value.conflicts.length > 0) toast(w("conflicts", { n: answer.value.conflicts.length }), { isBad: true });
    queue.reload();
  };
  return (
    <div class="row above">
      <label for="above">
        {w("above")} ({w.say("kind", kind)})
      </label>
      <select id="above" value={String(least)} onChange={({ currentTarget }) => setLeast(Number(currentTarget.value))}>
        {STEPS.map((step) => (
          <option key={step} value={String(step)}>
            {percent(100 * step)}
          </option>
        ))}
      </select>
      <Button isBusy={isBusy} reason={reason} onClick={() => void accept()}>
        {w("accept")}
      </Button>
    </div>
  );
}
