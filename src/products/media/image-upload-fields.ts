import { BOOLEANS } from "../../http/input/coercion.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";

/** The fields of an image's form besides the file. */
export interface ImageFields {
  title: string | null;
  altText: string | null;
  /** `null`: behind the others. */
  position: number | null;
  isPrimary: boolean;
}

export const TEXT_LENGTH_MAX = 255;
export const POSITION_MAX = 1_000_000;

type Fields = ReadonlyMap<string, string>;

const textOf = (fields: Fields, name: string): string | null => fields.get(name)?.trim() || null;

function* problemsOf(fields: Fields): Generator<FieldProblem> {
  for (const field of ["title", "alt_text"]) {
    if ((textOf(fields, field)?.length ?? 0) > TEXT_LENGTH_MAX) {
      yield { field, type: "too_long", key: "validation.longest", params: { limit: TEXT_LENGTH_MAX } };
    }
  }
  const position = textOf(fields, "position") ?? "0";
  if (!/^-?\d+$/.test(position)) yield { field: "position", type: "wrong_type", key: "validation.integer" };
  else if (Number(position) < 0) {
    yield { field: "position", type: "out_of_range", key: "validation.minimum", params: { limit: 0 } };
  } else if (Number(position) > POSITION_MAX) {
    yield { field: "position", type: "out_of_range", key: "validation.maximum", params: { limit: POSITION_MAX } };
  }
  if (!BOOLEANS.has(textOf(fields, "is_primary") ?? "false")) {
    yield { field: "is_primary", type: "wrong_type", key: "validation.boolean" };
  }
}

/** Reads the fields of a form; an empty one counts as absent. Throws VALIDATION_FAILED with every problem. */
export function readImageFields(fields: Fields): ImageFields {
  const problems = [...problemsOf(fields)];
  if (problems.length > 0) throw invalidBody(problems);
  const position = textOf(fields, "position");
  return {
    title: textOf(fields, "title"),
    altText: textOf(fields, "alt_text"),
    position: position === null ? null : Number(position),
    isPrimary: BOOLEANS.get(textOf(fields, "is_primary") ?? "false") ?? false,
  };
}
