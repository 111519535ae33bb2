import type { Reader } from "../../../db/ports.ts";
import { listSecrets } from "../../../db/secrets/secrets.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { SourceSecrets } from "./source.ts";

/** What lets in; nothing when it was erased. */
export async function openSecrets(
  { secrets }: Pick<ThreadServices, "secrets">,
  db: Reader & { tenantId: string },
  place: string,
): Promise<SourceSecrets> {
  const stored = await listSecrets(db, place);
  return Object.fromEntries(
    stored.map(({ field, ...sealed }) => [field, secrets.open({ tenantId: db.tenantId, place, field }, sealed)]),
  );
}
