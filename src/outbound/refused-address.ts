import type { Outbound } from "./outbound.ts";
import { OutboundError } from "./outbound-error.ts";
import { isMetadataTarget } from "./target.ts";

/** Whether the address of a web server is one that no setting opens, or that the operator has not opened. */
export function isRefusedAddress(outbound: Pick<Outbound, "readUrl">, url: string): boolean {
  if (isMetadataTarget(url)) return true;
  try {
    outbound.readUrl(url, ["https:", "http:"]);
    return false;
  } catch (error) {
    return error instanceof OutboundError && error.isRefusal;
  }
}
