import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { findSecret } from "../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import type { ThreadServices } from "../services.ts";
import { makeSecret } from "./make-secret.ts";

const KEY_BYTES = 32;

/** A key of the instance: made when it is first asked for, and the same for every process and after every restart. */
export async function instanceKey(
  { reader, write }: Pick<ThreadServices, "reader" | "write">,
  name: string,
): Promise<Buffer> {
  const known = await findSecret(reader(EVERY_TENANT), name);
  if (known !== undefined) return Buffer.from(known, "base64url");
  const value = randomBytes(KEY_BYTES).toString("base64url");
  return Buffer.from(await write(makeSecret, EVERY_TENANT, { name, value }), "base64url");
}
