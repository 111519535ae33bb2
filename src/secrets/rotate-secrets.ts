import { type Actor, EVERY_TENANT, mutation } from "../../db/ports.ts";
import { listAllSecrets, type ResealedSecret, type StoredSecret, updateSealed } from "../../db/secrets/secrets.ts";
import { noteAudit } from "../audit/note-audit.ts";
import type { ThreadServices } from "../runtime/services.ts";
import { type SecretBox, SecretUnreadable } from "./secret-box.ts";

const PAGE = 200;

/** Encrypts a secret with the key of today; `undefined` when nothing opens it. */
function reseal(secrets: SecretBox, { tenantId, place, field, keyId, sealed }: StoredSecret) {
  try {
    const where = { tenantId, place, field };
    return { ...where, before: sealed, ...secrets.seal(where, secrets.open(where, { keyId, sealed })) };
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

/** What a change of keys did. */
export interface Rotation {
  /** Of the key that encrypts everything now. */
  keyId: string;
  /** `false`: the keys come from the settings, so the first of them is used. */
  isNewKey: boolean;
  resealed: number;
  /** Secrets that no key opens: they were left as they are. */
  unreadable: number;
}

/** Notes in the log of the instance that secrets were encrypted again. */
export const noteRotation = mutation("secrets.note-rotation", (tx, rotation: Rotation, context) =>
  noteAudit(tx, context, "secrets.rotated", null, { ...rotation }, "instance"),
);

/** Stores secrets that were encrypted again. One that was changed or removed meanwhile is left alone. */
export const resealSecrets = mutation(
  "secrets.reseal",
  async (tx, { secrets }: { secrets: (ResealedSecret & { tenantId: string })[] }): Promise<number> => {
    let stored = 0;
    for (const { tenantId, ...secret } of secrets) stored += await updateSealed(tx.as(tenantId), secret);
    return stored;
  },
);

/**
 * Adds a key and encrypts every secret again with it. Former keys stay, so that older backups can still be read.
 * Interrupted, it leaves secrets of both keys, all of them readable; run it again.
 */
export async function rotateSecrets(
  { secrets, reader, write }: Pick<ThreadServices, "secrets" | "reader" | "write">,
  by: Actor,
): Promise<Rotation> {
  const isNewKey = secrets.addKey();
  const rotation: Rotation = { keyId: secrets.currentKeyId(), isNewKey, resealed: 0, unreadable: 0 };
  let after: Parameters<typeof listAllSecrets>[1]["after"] = { tenantId: "", place: "", field: "" };
  for (;;) {
    const page = await listAllSecrets(reader(EVERY_TENANT), { after, limit: PAGE });
    const old = page.filter(({ keyId }) => keyId !== rotation.keyId);
    const fresh = old.flatMap((each) => reseal(secrets, each) ?? []);
    rotation.unreadable += old.length - fresh.length;
    if (fresh.length > 0) rotation.resealed += await write(resealSecrets, EVERY_TENANT, { secrets: fresh });
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last;
  }
  await write(noteRotation, EVERY_TENANT, rotation, { by });
  return rotation;
}
