import type { Waiting } from "../../../db/price-alerts/triggers.ts";

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Mails what alerts have gathered. */
    "price-alerts.mail-digest": { payload: { digest: Waiting }; checkpoint: never };
  }
}
