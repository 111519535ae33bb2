import { ApiError, type FieldProblem } from "../output/errors.ts";

/** More are not worth listing. */
const NAMES_MAX = 20;
const LENGTH_MAX = 100;
const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?:$|[,;\s])/i;

/** The parameters and fields of a request that its route does not know. */
export class UnknownNames {
  readonly #names: string[] = [];

  note(name: string): void {
    if (this.#names.length < NAMES_MAX) this.#names.push(name);
  }

  /** What a route says of them that refuses what it does not know. */
  problems(): FieldProblem[] {
    return this.#names.map((field) => ({ field, type: "invalid_value", key: "validation.unknown_field" }));
  }

  /**
   * Names them in `X-Unknown-Parameters`. Throws INVALID_PARAMETER for a caller that prefers so by `Prefer: handling=strict`.
   * Source: RFC 7240
   */
  report(headers: Record<string, string | number>, prefer: () => string | null): void {
    if (this.#names.length === 0) return;
    // A header takes no line breaks, and what separates names is no part of one.
    headers["x-unknown-parameters"] = this.#names
      .map((name) => encodeURI(name.slice(0, LENGTH_MAX).toWellFormed()).replaceAll(",", "%2C"))
      .join(", ");
    if (!STRICT.test(prefer() ?? "")) return;
    throw new ApiError("INVALID_PARAMETER", {
      fields: this.problems(),
      headers: { "preference-applied": "handling=strict" },
    });
  }
}
