import { call } from "../../runtime/calls/calls.ts";
import type { Diagnosis } from "./diagnostics/diagnosis.ts";

/** Longer than servers are given to answer, and shorter than a proxy waits. */
const DIAGNOSE_MS = 30_000;

export const diagnoseCall = call<Record<string, never>, Diagnosis>("operator.diagnose", { outsideMs: DIAGNOSE_MS });
