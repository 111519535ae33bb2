import { mailGathered } from "../../src/price-alerts/digests.ts";
import type { JobHandler } from "../job.ts";

/** Mails what alerts have gathered, a part at a time. */
export const mailDigest: JobHandler<"price-alerts.mail-digest"> = async ({ digest }, { commit }) => {
  while (await commit(mailGathered, { digest }, "kept"));
};
