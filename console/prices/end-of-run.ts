import { api } from "../api/api.ts";

/** A run of the repricing rules. */
interface Run {
  status: string;
  changed: number;
  revert: { status: string; reverted: number } | null;
}
const LOOK_MS = 700;

/** The run once it, or its revert, has ended: `statusOf` says which of both is waited for. */
export async function endOfRun(id: string, statusOf: (run: Run) => string | undefined): Promise<Run> {
  for (;;) {
    const answer = await api.get<Run>(`/prices/repricing/runs/${id}`);
    if (!answer.ok) return { status: "failed", changed: 0, revert: null };
    if (statusOf(answer.value) !== "processing") return answer.value;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
