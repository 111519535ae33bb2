import type { Reader, Tx } from "../ports.ts";

interface LoginNetwork {
  userId: string;
  networkHash: string;
}

/** Whether a user has logged in from a network, as far as it is remembered. */
export const isLoginNetwork = async (db: Reader, network: LoginNetwork): Promise<boolean> => {
  const found = await db.all(
    `select 1 from login_network
      where tenant_id = :tenant and user_id = :userId and network_hash = :networkHash`,
    { ...network },
    () => true,
  );
  return found.length > 0;
};

/** Remembers a network that a user has logged in from, and forgets all but the latest `limit`. */
export async function putLoginNetwork(
  tx: Tx,
  { userId, networkHash }: LoginNetwork,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<void> {
  await tx.run(
    `insert into login_network (tenant_id, user_id, network_hash, last_login_at_ms)
     values (:tenant, :userId, :networkHash, :nowMs)
     on conflict do update set last_login_at_ms = excluded.last_login_at_ms`,
    { userId, networkHash, nowMs },
  );
  await tx.run(
    `delete from login_network where tenant_id = :tenant and user_id = :userId and network_hash in
       (select network_hash from login_network where tenant_id = :tenant and user_id = :userId
         order by last_login_at_ms desc, network_hash limit -1 offset :limit)`,
    { userId, limit },
  );
}
