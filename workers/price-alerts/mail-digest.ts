import type { JobHandler } from "../../src/jobs/job.ts";
import { mailGathered } from "../../src/prices/price-alerts/digests.ts";

/** Mails what alerts have gathered, a part at a time. */
export const mailDigest: JobHandler<"price-alerts.mail-digest"> = async ({ digest }, { commit }) => {
  while (await commit(mailGathered, { digest }, "kept"));
};
