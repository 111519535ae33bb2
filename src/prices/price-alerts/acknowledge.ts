import { mutation } from "../../../db/ports.ts";
import { acknowledgeTrigger, assignTrigger, findTrigger, isActiveUser } from "../../../db/price-alerts/triggers.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";

/** Notes that a user has taken care of an alert; the first one stands. Throws NOT_FOUND. */
export const acknowledge = mutation("price-alerts.acknowledge", async (tx, { id }: { id: string }, { by, now }) => {
  const userId = by?.kind === "user" ? by.id : null;
  await acknowledgeTrigger(tx, { id, atMs: now(), userId });
  return required(await findTrigger(tx, id), "price_trigger", id);
});

/** Says which user is to see to an alert that fired. Throws NOT_FOUND, VALIDATION_FAILED for a user that is not there. */
export const assign = mutation(
  "price-alerts.assign",
  async (tx, { id, userId }: { id: string; userId: string | null }) => {
    required(await findTrigger(tx, id), "price_trigger", id);
    if (userId !== null && !(await isActiveUser(tx, userId))) throw unknownReference("user_id");
    await assignTrigger(tx, id, userId);
    return required(await findTrigger(tx, id), "price_trigger", id);
  },
);
