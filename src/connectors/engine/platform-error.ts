/** Why nothing can be synchronised with a platform, or not this product. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  /** The credentials were refused, no server answers, or the platform refuses this request. */
  readonly reason: "credentials" | "unreachable" | "refused";

  /** The request may have had its effect. */
  readonly isUncertain: boolean;

  /** The status of the answer that refused a request, if one did. */
  readonly status: number | undefined;

  /** When it makes sense to ask again, in milliseconds: the platform is there, and asks for more patience than a request has. */
  readonly waitMs: number | undefined;

  constructor(
    reason: PlatformError["reason"],
    message: string,
    { isUncertain = false, status, waitMs }: { isUncertain?: boolean; status?: number; waitMs?: number } = {},
  ) {
    super(message);
    this.waitMs = waitMs;
    this.isUncertain = isUncertain;
    this.reason = reason;
    this.status = status;
  }
}
