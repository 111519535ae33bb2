import { type Actor, EVERY_TENANT } from "../../db/ports.ts";
import { listAllSecrets, type StoredSecret } from "../../db/secrets/all-secrets.ts";
import type { ThreadServices } from "../runtime/services.ts";
import { noteRotation, type Rotation } from "./note-rotation.ts";
import { resealSecrets } from "./reseal-secrets.ts";
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
