import { mutation } from "../../../db/ports.ts";
import { storePassword } from "./store-password.ts";
import { User, type UserRow } from "./user.ts";

/** Sets a user's password without the old one, for who runs the instance. Throws NOT_FOUND. */
export const setPassword = mutation(
  "users.set-password",
  async (tx, { id, passwordHash }: { id: string; passwordHash: string }, context): Promise<UserRow> => {
    const user = await User.require(tx, id);
    await storePassword(tx, user, passwordHash, context);
    return user;
  },
);
