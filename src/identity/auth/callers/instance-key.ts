import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { type Database, EVERY_TENANT } from "../../../../db/ports.ts";
import { listSecrets, type SealedSecret } from "../../../../db/secrets/secrets.ts";
import type { Config } from "../../../config/config.ts";
import { CannotStart } from "../../../runtime/cannot-start.ts";
import type { Log } from "../../../runtime/log.ts";
import { type SecretBox, SecretUnreadable } from "../../../secrets/secret-box.ts";
import { makeSecret } from "../make-secret.ts";

const KEY_BYTES = 32;
const PLACE = "instance";

/** What makes and reads a key. */
export interface KeyServices extends Pick<Database, "reader" | "write"> {
  secrets: SecretBox;
  log: Log;
  config: Pick<Config, "databaseUrl">;
}

/** What is signed by a key that other processes cannot read, they would refuse: they would replace it in turn. */
const otherKey = (reason: string) =>
  new CannotStart(
    `The signing keys on the database server were encrypted with another secret key (${reason}). Set CATALOGD_SECRET_KEY ` +
      "to that of the processes which use this server, or CATALOGD_DATABASE_URL to another server. If that key is lost for " +
      "good, stop them all and run there: delete from secret where tenant_id = '*' and place = 'instance'. All users then " +
      "log in again, and stored passwords of other services have to be set anew",
  );

/** The key; `undefined` when no key of this instance opens it. On a server, which others use, that throws `CannotStart`. */
function open({ secrets, log, config }: KeyServices, stored: SealedSecret): Buffer | undefined {
  try {
    return Buffer.from(
      secrets.open({ tenantId: EVERY_TENANT, place: PLACE, field: stored.field }, stored),
      "base64url",
    );
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    if (config.databaseUrl !== undefined) throw otherKey(error.message);
    log.warn({ name: stored.field, reason: error.message }, "a signing key cannot be read and is made anew");
    return undefined;
  }
}

/**
 * A key of the instance: made at its first use, and the same for every process and after every restart. It is stored
 * encrypted with `secret.key`, so that a copy of the database signs nothing. One that cannot be read, because that file is
 * another, is replaced in a database file: what it had signed is not accepted any more. On a server others have the right
 * one, so this throws `CannotStart`.
 */
export async function instanceKey(services: KeyServices, name: string): Promise<Buffer> {
  const { reader, write, secrets } = services;
  const stored = (await listSecrets(reader(EVERY_TENANT), PLACE)).find(({ field }) => field === name);
  const known = stored && open(services, stored);
  if (known) return known;
  const key = randomBytes(KEY_BYTES);
  const place = { tenantId: EVERY_TENANT, place: PLACE, field: name };
  const secret = { field: name, ...secrets.seal(place, key.toString("base64url")) };
  const storedSecret = await write(makeSecret, EVERY_TENANT, { place: PLACE, secret, instead: stored?.sealed });
  return open(services, storedSecret) ?? key;
}
