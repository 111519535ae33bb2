import { mutation } from "../../db/ports.ts";
import { type ResealedSecret, updateSealed } from "../../db/secrets/secrets.ts";

/** Stores secrets that were encrypted again. One that was changed or removed meanwhile is left alone. */
export const resealSecrets = mutation(
  "secrets.reseal",
  async (tx, { secrets }: { secrets: (ResealedSecret & { tenantId: string })[] }): Promise<number> => {
    let stored = 0;
    for (const { tenantId, ...secret } of secrets) stored += await updateSealed(tx.as(tenantId), secret);
    return stored;
  },
);
