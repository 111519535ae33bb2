import { OutboundError } from "../outbound/outbound-error.ts";
import { redactSecrets } from "../text/redact.ts";

/** Why a file server refused. */
export type RemoteReason = "credentials" | "folder" | "full" | "unreachable" | "refused" | "host_key" | "failed";

/** What a file server refused or did not answer. The message may be shown: it holds no secret. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly reason: RemoteReason;

  constructor(reason: RemoteReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** An error that is no more than what it was without the secrets that the server was sent: some servers repeat them. */
export function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof RemoteError)) return error;
  const message = redactSecrets(error.message, secrets);
  return message === error.message ? error : new RemoteError(error.reason, message);
}

const UNREACHABLE =
  /^(?:E(?:CONN|HOST|NET|ADDR|TIMEDOUT|PIPE|NOTFOUND|AI_)|Connection|NoConnection|ERR_GENERIC_CLIENT)/;
const AWAY = /timed? ?out|closed?|ended|reset|not connected|in (?:required )?time|FIN packet/i;

/** The kind of failure, for the errors of each library. `reasonOf` knows the words of one. */
export function remoteError(error: unknown, reasonOf: (error: Error) => RemoteReason | undefined): RemoteError {
  if (error instanceof RemoteError) return error;
  if (error instanceof OutboundError)
    return new RemoteError(error.isRefusal ? "refused" : "unreachable", error.message);
  if (!(error instanceof Error)) return new RemoteError("failed", String(error));
  const code = String(Object(error).code ?? "");
  const isAway = UNREACHABLE.test(code) || AWAY.test(error.message);
  return new RemoteError(reasonOf(error) ?? (isAway ? "unreachable" : "failed"), error.message);
}
