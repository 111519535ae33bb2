import { mutation } from "../../../db/ports.ts";
import { type CaseKey, findCase, setNotified } from "../../../db/price-monitor/map-cases.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { letterOf, MapLetter } from "./map-letter.ts";

const VALID_MS = 7 * 86_400_000;

interface Notice extends CaseKey {
  letterId: string;
  /** Whom it is mailed to; `null`: it is sent by other means. */
  recipient: string | null;
}

/**
 * Fills a letter in for a case, mails it where it has a recipient, and notes that the competitor was notified. Throws
 * NOT_FOUND, VALIDATION_FAILED for a letter that is not there.
 */
export const notifyCase = mutation(
  "map-prices.notify",
  async (tx, { letterId, recipient, ...key }: Notice, context) => {
    const found = required(await findCase(tx, key), "map_case", key.productId);
    const letter = await MapLetter.table.find(tx, letterId);
    if (!letter) throw unknownReference("letter_id");
    const text = letterOf(letter, found);
    const nowMs = context.now();
    if (recipient !== null) await queueMail(tx, { ...text, recipient, expiresAtMs: nowMs + VALID_MS }, context);
    await setNotified(tx, key, nowMs);
    return { ...text, recipient, notifiedAtMs: nowMs };
  },
);
