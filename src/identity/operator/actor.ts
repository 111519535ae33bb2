import type { Actor } from "../../../db/ports.ts";
import { callerAddress } from "../../http/gate/admission.ts";
import type { Services } from "../../runtime/services.ts";

/** The operator, as the audit log names them: it is one key, for all its users. */
export const operatorActor = (services: Services, request: Request, requestId: string): Actor => ({
  kind: "operator",
  id: null,
  requestId,
  address: callerAddress(request, services),
});
