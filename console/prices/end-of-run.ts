import { api } from "../api/api.ts";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { w } from "./words.ts";

/** A run of the repricing rules. */
export interface Run {
  id: string;
  status: string;
  trigger: "manual" | "schedule";
  evaluated: number;
  changed: number;
  skipped: number;
  revert: { status: string; reverted: number } | null;
  started_at: string;
  started_by: string | null;
  decided_at: string | null;
  simulation_id: string | null;
  rule_ids: string[];
}
const LOOK_MS = 700;

/** The run once it, or its revert, has ended: `statusOf` says which of both is waited for. */
async function endOfRun(
  id: string,
  statusOf: (run: Run) => string | undefined,
): Promise<Pick<Run, "status" | "changed" | "revert">> {
  for (;;) {
    const answer = await api.get<Run>(`/prices/repricing/runs/${id}`);
    if (!answer.ok) return { status: "failed", changed: 0, revert: null };
    if (statusOf(answer.value) !== "processing") return answer.value;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Takes a run of the rules back. */
export async function revertRun(id: string, onDone: () => void): Promise<void> {
  const answer = await api.post<{ reverted?: number }>(`/prices/repricing/runs/${id}/revert`, { body: {} });
  if (!answer.ok) return toastRefusal(answer.refusal);
  const reverted = answer.value.reverted ?? (await endOfRun(id, ({ revert }) => revert?.status)).revert?.reverted ?? 0;
  toast(w("undone", { n: reverted }));
  onDone();
}

/** Waits for a run that has begun, and says what it has done. */
export async function followRun(id: string, onDone: () => void): Promise<void> {
  const { status, changed } = await endOfRun(id, (run) => run.status);
  if (status === "failed") toast(w("runFailed"), { isBad: true });
  else toast(w("done", { n: changed }), changed > 0 ? { undo: () => void revertRun(id, onDone) } : {});
  onDone();
}
