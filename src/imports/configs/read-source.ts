import { Value } from "@sinclair/typebox/value";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { isMaskedAddress, MASK } from "../../text/recognise-secrets.ts";
import { SOURCE_BODIES, sourceOf } from "../sources/bodies.ts";
import { sourceProblems } from "../sources/check-source.ts";
import {
  headerOfSecret,
  headerSecret,
  type Source,
  type SourceSecrets,
  type SourceType,
  secretsIn,
  splitSecrets,
} from "../sources/source.ts";

/** A source as it is stored, what lets in that was sent, and which of the stored secrets stay. */
interface ReadSource {
  source: Source;
  secrets: SourceSecrets;
  stored: string[];
}

/** What a source says of its files only, and not of where what lets in is sent. */
export const OF_FILES = [
  "directory_path",
  "file_pattern",
  "settle_seconds",
  "marker",
  "partial_pattern",
  "folder",
  "sender_filter",
  "subject_filter",
  "unseen_only",
  "mark_as_read",
  // What of them is a secret is distinguished from its name.
  "headers",
] as const;

/** Whether a kind of source takes this secret. */
const takesSecret = (type: SourceType, field: string): boolean =>
  headerOfSecret(field) === undefined ? field in SOURCE_BODIES[type].properties : type === "url";

/** Whether a stored secret stays beside what was sent: `null` takes one away, a mask keeps it, and so does nothing at all. */
function stays(source: Source, body: Record<string, unknown>, field: string): boolean {
  if (!takesSecret(source.type, field)) return false;
  if (source.type !== "url") return body[field] === undefined;
  if (field === "url") return isMaskedAddress(source.url);
  if (field === "password") return body[field] === undefined && source.username !== null;
  if (field === "bearer_token") return body[field] === undefined;
  return Object.entries(source.headers).some(([name, value]) => value === MASK && headerSecret(name) === field);
}

/** The masked headers that nothing stands behind. */
const forgottenHeaders = (source: Source, stored: readonly string[]): FieldProblem[] =>
  source.type !== "url"
    ? []
    : Object.entries(source.headers).flatMap(([name, value]) =>
        value === MASK && !stored.includes(headerSecret(name))
          ? [{ field: `source.headers.${name}`, type: "missing" as const, key: "settings.secret_again" as const }]
          : [],
      );

/**
 * Reads the source of a configuration. `stored`: the secrets that it has. A masked address or header stands for the one that is
 * stored. Throws VALIDATION_FAILED with each problem.
 */
export async function readConfigSource(
  services: Pick<Services, "outbound" | "config">,
  type: SourceType,
  body: Record<string, unknown>,
  { stored }: { stored: readonly string[] },
): Promise<ReadSource> {
  const given = secretsIn(body);
  const filled = type === "email" && stored.includes("password") ? { password: "kept", ...body } : body;
  const wrong = [...Value.Errors(SOURCE_BODIES[type], filled)].map(
    ({ path }): FieldProblem => ({ field: `source${path.replaceAll("/", ".")}`, type: "invalid_value" }),
  );
  if (wrong.length > 0) throw invalidBody([...new Map(wrong.map((problem) => [problem.field, problem])).values()]);
  const source = sourceOf(type, body);
  const storedValue = stored.filter((field) => !(field in given) && stays(source, body, field));
  const state = Object.fromEntries(storedValue.map((field) => [field, "kept"]));
  const problems = await sourceProblems(services, source, { ...state, ...given });
  if (problems.length > 0)
    throw invalidBody(problems.map((problem) => ({ ...problem, field: `source.${problem.field}` })));
  const isMasked = source.type === "url" && isMaskedAddress(source.url);
  const dropped: FieldProblem[] =
    isMasked && !stored.includes("url") ? [{ field: "source.url", type: "missing", key: "settings.secret_again" }] : [];
  dropped.push(...forgottenHeaders(source, stored));
  if (dropped.length > 0) throw invalidBody(dropped);
  const split = splitSecrets(source, given);
  // With one secret masked and another given it is not the stored address: its place has changed, and it must be sent whole.
  const { url: _, ...others } = split.secrets;
  return { source: split.source, secrets: isMasked ? others : split.secrets, stored: storedValue };
}
