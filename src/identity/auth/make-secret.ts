import { mutation } from "../../../db/ports.ts";
import { insertSecret, listSecrets, putSecret, type SealedSecret } from "../../../db/secrets/secrets.ts";
import { required } from "../../http/output/errors.ts";

/** A secret of the instance, encrypted. */
interface NewSecret {
  place: string;
  secret: Omit<SealedSecret, "hint">;
  /** The one that cannot be read any more; `undefined` where none was found. */
  instead: string | undefined;
}

/**
 * Keeps a secret of the instance, unless it has another of this name than the one it is to take the place of. Returns the
 * one that is stored.
 */
export const makeSecret = mutation(
  "auth.make-secret",
  async (tx, { place, secret, instead }: NewSecret): Promise<SealedSecret> => {
    const find = async () => (await listSecrets(tx, place)).find(({ field }) => field === secret.field);
    const isUnreadable = instead !== undefined && (await find())?.sealed === instead;
    await (isUnreadable ? putSecret : insertSecret)(tx, place, { ...secret, hint: null });
    return required(await find(), "secret");
  },
);
