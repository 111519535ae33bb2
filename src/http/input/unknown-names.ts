import { nearestOf } from "../../../search/edit-distance.ts";
import { ApiError, type FieldProblem } from "../output/errors.ts";

/** More are not worth listing. */
const NAMES_MAX = 20;
const LENGTH_MAX = 100;
const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?:$|[,;\s])/i;
const MISTYPED_MAX = 2;
/** What stands for a resource that answers show by its name: `brand` is written as `brand_id` or `brand_name`. */
const ENDINGS = ["_id", "_ids", "_name"];

/** The names that were likely meant: those of the same resource, else the one that differs in a letter or two. */
function meantBy(name: string, known: readonly string[]): string[] {
  const related = known.filter((each) => ENDINGS.some((end) => each === name + end || each + end === name));
  if (related.length > 0) return related;
  const nearest = nearestOf(name.slice(0, LENGTH_MAX), known, MISTYPED_MAX);
  return nearest === undefined ? [] : [nearest];
}

/** The parameters and fields of a request that its route does not know. */
export class UnknownNames {
  readonly #names: { field: string; name: string; known: readonly string[] }[] = [];

  /** `path`: where the name stands, with a dot behind it. `known`: the names that could stand there. */
  note(name: string, known: Iterable<string> = [], path = ""): void {
    if (this.#names.length < NAMES_MAX) this.#names.push({ field: path + name, name, known: [...known] });
  }

  /** What a route says of them that refuses what it does not know. */
  problems(): FieldProblem[] {
    return this.#names.map(({ field, name, known }) => {
      const meant = meantBy(name, known).join(", ");
      const problem = { field, type: "invalid_value" } as const;
      if (meant === "") return { ...problem, key: "validation.unknown_field" };
      return { ...problem, key: "validation.mistyped_field", params: { meant } };
    });
  }

  /**
   * Names them in `X-Unknown-Parameters`. Throws INVALID_PARAMETER for a caller that prefers so by `Prefer: handling=strict`.
   * Source: RFC 7240
   */
  report(headers: Record<string, string | number>, prefer: () => string | null): void {
    if (this.#names.length === 0) return;
    // A header takes no line breaks, and what separates names is no part of one.
    headers["x-unknown-parameters"] = this.#names
      .map(({ field }) => encodeURI(field.slice(0, LENGTH_MAX).toWellFormed()).replaceAll(",", "%2C"))
      .join(", ");
    if (!STRICT.test(prefer() ?? "")) return;
    throw new ApiError("INVALID_PARAMETER", {
      fields: this.problems(),
      headers: { "preference-applied": "handling=strict" },
    });
  }
}
