import type { Actor } from "../../../../db/ports.ts";
import { callerAddress } from "../../../http/gate/admission.ts";
import { networkOf } from "../../../http/gate/caller/network.ts";
import type { ProxyServices } from "../../../http/gate/caller/proxy.ts";
import { COOKIES, readCookie } from "../../../http/gate/credentials/cookies.ts";

/** Who stands before the door: not known yet, but seen. */
export interface Caller {
  requestId: string;
  address: string;
  /** Whom limits count for the address. */
  network: string;
  /** What a browser keeps that has logged in before. */
  deviceToken: string | undefined;
}

export const callerOf = (services: ProxyServices, request: Request, requestId: string): Caller => {
  const address = callerAddress(request, services);
  return { requestId, address, network: networkOf(address), deviceToken: readCookie(request, COOKIES.device) };
};

/** A caller as the audit log names them; `userId` is `null` for somebody who only says who they are. */
export const actorOf = ({ requestId, address }: Caller, userId: string | null): Actor => ({
  kind: "user",
  id: userId,
  requestId,
  address,
});
