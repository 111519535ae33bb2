import type { AnyMutation } from "../db/ports.ts";
import { createApiKey } from "./api-keys/create-api-key.ts";
import { revokeApiKey } from "./api-keys/revoke-api-key.ts";
import { rotateApiKey } from "./api-keys/rotate-api-key.ts";
import { updateApiKey } from "./api-keys/update-api-key.ts";
import { endSession } from "./auth/end-session.ts";
import { makeSecret } from "./auth/make-secret.ts";
import { startSession } from "./auth/start-session.ts";
import { finishExport, forgetFile, noteProgress, startExport } from "./exports/lifecycle.ts";
import { storeAnswer } from "./http/store-answer.ts";
import { claimJobs, failJob, finishJob, releaseJob, renewLease, rescueJobs, stopJob } from "./jobs/lifecycle.ts";
import { sweepOldRows } from "./maintenance/sweep-old-rows.ts";
import { createFirstTenant } from "./tenants/create-first-tenant.ts";
import { createTenant } from "./tenants/create-tenant.ts";

/** Every mutation, so the writer thread can find it by its name. `test/mutations.test.ts` refuses a gap. */
const ALL: AnyMutation[] = [
  claimJobs,
  createApiKey,
  createFirstTenant,
  createTenant,
  endSession,
  failJob,
  finishExport,
  finishJob,
  forgetFile,
  makeSecret,
  noteProgress,
  releaseJob,
  renewLease,
  rescueJobs,
  revokeApiKey,
  rotateApiKey,
  startExport,
  startSession,
  stopJob,
  storeAnswer,
  sweepOldRows,
  updateApiKey,
];

export const MUTATIONS: ReadonlyMap<string, AnyMutation> = new Map(ALL.map((mutation) => [mutation.name, mutation]));
