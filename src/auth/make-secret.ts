import { findSecret, insertSecret } from "../../db/auth/lookup.ts";
import { mutation } from "../../db/ports.ts";
import { required } from "../http/errors.ts";

/** Keeps a secret of the instance, unless it has one of this name. Returns the one that is kept. */
export const makeSecret = mutation(
  "auth.make-secret",
  async (tx, { name, value }: { name: string; value: string }): Promise<string> => {
    await insertSecret(tx, name, value);
    return required(await findSecret(tx, name), "secret");
  },
);
