import { Value } from "@sinclair/typebox/value";
import { type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { sourceProblems } from "../imports/sources/check-source.ts";
import {
  SECRET_FIELDS,
  type Source,
  type SourceSecrets,
  type SourceType,
  splitAddress,
} from "../imports/sources/source.ts";
import { SOURCE_BODIES, sourceOf } from "../imports/sources/source-bodies.ts";
import type { Services } from "../runtime/services.ts";
import { isMaskedAddress } from "../secrets/recognise.ts";

/** A source as it is stored, and what lets in. */
interface ReadSource {
  source: Source;
  secrets: SourceSecrets;
}

/** What a source says of its files only, and not of where what lets in is sent. */
export const OF_FILES = [
  "directory_path",
  "file_pattern",
  "folder",
  "sender_filter",
  "subject_filter",
  "unseen_only",
  "mark_as_read",
] as const;

/** Whether a kind of source takes this secret. */
export const takesSecret = (type: SourceType, field: string): boolean => field in SOURCE_BODIES[type].properties;

/**
 * Reads the source of a configuration. `stored`: the secrets that it has. A masked address stands for the one that is
 * stored. Throws VALIDATION_FAILED with each problem.
 */
export async function readConfigSource(
  services: Pick<Services, "outbound" | "config">,
  type: SourceType,
  body: Record<string, unknown>,
  { stored }: { stored: readonly string[] },
): Promise<ReadSource> {
  const hasSecrets = stored.some((field) => takesSecret(type, field));
  const given: SourceSecrets = Object.fromEntries(
    SECRET_FIELDS.flatMap((field) =>
      field !== "url" && typeof body[field] === "string" ? [[field, body[field]]] : [],
    ),
  );
  const filled = type === "email" && hasSecrets ? { password: "kept", ...body } : body;
  const wrong = [...Value.Errors(SOURCE_BODIES[type], filled)].map(
    ({ path }): FieldProblem => ({ field: `source${path.replaceAll("/", ".")}`, type: "invalid_value" }),
  );
  if (wrong.length > 0) throw invalidBody([...new Map(wrong.map((problem) => [problem.field, problem])).values()]);
  const source = sourceOf(type, body);
  const secrets: SourceSecrets = hasSecrets ? { password: "kept", ...given } : given;
  const problems = await sourceProblems(services, source, secrets);
  if (problems.length > 0)
    throw invalidBody(problems.map((problem) => ({ ...problem, field: `source.${problem.field}` })));
  const isKept = source.type === "url" && isMaskedAddress(source.url);
  if (isKept && !stored.includes("url"))
    throw invalidBody([{ field: "source.url", type: "missing", key: "settings.secret_again" }]);
  // With one secret masked and another given it is not the stored address, and must be sent whole.
  if (isKept) return { source, secrets: given };
  return splitAddress(source, given);
}
