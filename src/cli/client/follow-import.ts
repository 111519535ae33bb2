import { EXIT } from "../exit-codes.ts";
import type { Api } from "./api-client.ts";
import { follow } from "./progress.ts";

/** An import, as far as it is shown. */
export interface ShownImport {
  id: string;
  status: string;
  total_rows: number;
  processed_rows: number;
  failed_rows: number;
  error_message: string | null;
}

const POLL_MS = 500;
const ENDED: ReadonlySet<string> = new Set(["completed", "completed_with_errors", "failed", "cancelled"]);
/** Nothing happens until somebody decides. */
const WAITING: ReadonlySet<string> = new Set(["awaiting_mapping", "ready", "paused"]);

/** What a command about an import ends with. */
export const exitOfImport = ({ status }: Pick<ShownImport, "status">): number => {
  if (status === "completed_with_errors") return EXIT.rowsFailed;
  return status === "failed" || status === "cancelled" ? EXIT.refused : 0;
};

/** Shows an import until it ends, or waits for somebody; returns how it is then. */
export const followImport = (api: Api, id: string): Promise<ShownImport> =>
  follow<ShownImport>(
    () => api.json("GET", `/imports/${id}`),
    ({ processed_rows: done, total_rows: total, failed_rows: errors, status: step }) => ({ done, total, errors, step }),
    { isOver: ({ status }) => ENDED.has(status) || WAITING.has(status), everyMs: POLL_MS },
  );
