/** Why a connection was refused by us. Trying again will not help. */
export type Refusal = "not_a_url" | "scheme" | "credentials" | "port" | "local_name" | "address" | "redirect";
/** Why a connection failed. It may pass. */
export type Failure = "dns" | "timeout" | "connection" | "certificate" | "request";

const REFUSALS: Record<Refusal, string> = {
  not_a_url: "This is not a web address",
  scheme: "The address must begin with https://",
  credentials: "The address must not hold a user name or password",
  port: "The address has a port that is not one of the web",
  local_name: "The name is one of a local network",
  address: "The name does not lead to a public address",
  redirect: "The answer leads elsewhere, and not where it may",
};

/** An outgoing connection that was not made, or did not bring an answer. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: Refusal | Failure;

  constructor(reason: Refusal | Failure, detail?: string) {
    super(detail ?? (reason in REFUSALS ? REFUSALS[reason as Refusal] : reason));
    this.reason = reason;
  }

  /** Whether it was us who refused: a retry will not help. */
  get isRefusal(): boolean {
    return this.reason in REFUSALS;
  }
}

export const timedOut = () => new OutboundError("timeout", "There was no answer in time");
