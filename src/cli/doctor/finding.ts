import type { Reader } from "../../../db/ports.ts";
import type { Config } from "../../config/config.ts";

/** What was typed after `catalogd doctor`. */
export interface DoctorFlags {
  full?: boolean;
  fix?: boolean;
  json?: boolean;
}

/** One result: an `error` must be mended, a `warning` should be. `fixed` was mended just now. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "error" | "fixed";
  says: string;
  /** How long a server took to answer. */
  latency_ms?: number;
}

/** What every check is given. */
export interface Examined {
  config: Config;
  unknown: { name: string; meant: string | null }[];
  flags: DoctorFlags;
  /** Whether a service answers on the data folder. */
  isRunning: boolean;
  nowMs: number;
}

/** What the checks of the database's content are given. */
export interface Read extends Examined {
  reader: (tenantId: string) => Reader;
}

/** What a check that cannot be made says instead. */
export function notChecked(check: string, error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return { check, status: "warning", says: `It cannot be checked: ${reason}` };
}

/** "1 file", "3 files" */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
