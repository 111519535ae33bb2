import type { FieldProblem } from "../http/output/errors.ts";

/** A change of something that holds secrets beside the place where they are sent. */
interface Change {
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** The fields that do not say where, as whom or how safely secrets are sent. Any other field is taken to say so. */
  beside: readonly string[];
  /** The fields of the secrets that are stored and would stay, as requests call them. */
  unchanged: readonly string[];
}

const written = (value: unknown) => (value === undefined || value === "" ? "null" : JSON.stringify(value));

/**
 * What has to be sent again: every secret that would stay while the place where it is sent changes. Otherwise a user who
 * may change settings could have a secret that they do not know sent to a server of their own, or in clear.
 */
export function secretsWantedAgain({ before, after, beside, unchanged }: Change): FieldProblem[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const isMoved = [...names].some((name) => !beside.includes(name) && written(before[name]) !== written(after[name]));
  return isMoved ? unchanged.map((field) => ({ field, type: "missing", key: "settings.secret_again" })) : [];
}
