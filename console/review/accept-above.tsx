import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useBusy } from "../api/use-call.ts";
import { Button } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { percent } from "../words/words.ts";
import { w } from "./words.ts";

const STEPS = [95, 90, 80, 70];
const START = 90;
/** So many one request decides. */
const AT_ONCE = 500;

interface Decided {
  done: number;
  /** Of a list that takes decisions back: what was decided. */
  decided?: string[];
  conflicts: string[];
}

/** Accepts all of a list that are sure enough, after it has said how many these are. */
export function AcceptAbove({
  path,
  of,
  text,
  filterOf,
  takesAll = false,
  reason,
  onDone,
}: {
  /** The list; beside it many are decided. */
  path: string;
  /** What is accepted, in a word. */
  of: string;
  /** What follows of it. */
  text: string;
  filterOf: (percents: number | undefined) => Record<string, unknown>;
  /** Whether all can be meant, however sure. */
  takesAll?: boolean;
  reason: string | undefined;
  onDone: () => void;
}) {
  const [chosen, setLeast] = useState<number | undefined>(START);
  const least = chosen ?? (takesAll ? undefined : START);
  const [isBusy, during] = useBusy();
  const decide = async (body: object) => {
    const answer = await during(api.post<Decided>(`${path}/decide`, { body }));
    if (!answer.ok) toastRefusal(answer.refusal);
    else if (answer.value.conflicts.length > 0)
      toast(w("conflicts", { n: answer.value.conflicts.length }), { isBad: true });
    if (answer.ok) onDone();
    return answer;
  };
  const reopen = async (ids: string[]) => {
    const answer = await decide({ action: "reopen", ids });
    if (answer.ok) toast(w("reverted"));
  };
  const accept = async () => {
    const filter = filterOf(least);
    const found = await api.get<{ total?: number; meta?: { total: number } }>(path, {
      query: { ...filter, per_page: 1 },
    });
    if (!found.ok) return toastRefusal(found.refusal);
    const n = Math.min(found.value.total ?? found.value.meta?.total ?? 0, AT_ONCE);
    if (n === 0) return toast(w("aboveNone"));
    if (!(await ask({ title: w("aboveTitle", { n }), text, yes: w("accept") }))) return;
    const answer = await decide({ action: "accept", filter });
    if (!answer.ok) return;
    const { done, decided = [] } = answer.value;
    toast(w("aboveDone", { n: done }), decided.length > 0 ? { undo: () => void reopen(decided) } : {});
  };
  return (
    <div class="row above">
      <label for="above">
        {w("above")} ({of})
      </label>
      <select
        id="above"
        value={String(least ?? "")}
        onChange={({ currentTarget: { value } }) => setLeast(value === "" ? undefined : Number(value))}
      >
        {STEPS.map((step) => (
          <option key={step} value={String(step)}>
            {percent(step)}
          </option>
        ))}
        {takesAll && <option value="">{w("anyScore")}</option>}
      </select>
      <Button text={w("accept")} isBusy={isBusy} reason={reason} onClick={accept} />
    </div>
  );
}
