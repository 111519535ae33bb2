import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { findLanguages } from "../../settings/languages.ts";
import type { ProductExport } from "./product-table.ts";

/** What languages an export can ask for its texts in. */
interface LanguageWish {
  language?: string | undefined;
  languages?: readonly string[] | undefined;
}

/** In what languages the texts of an export are. */
export type Spoken = Pick<ProductExport, "language" | "languages" | "textLanguages">;

/** Reads in what languages texts are to be: several beside each other win over one. Problems name those that are not enabled. */
export async function readSpoken(
  db: Reader,
  { language, languages = [] }: LanguageWish,
): Promise<Spoken | { problems: FieldProblem[] }> {
  if (language === undefined && languages.length === 0) return { language: null };
  const { pivot, enabled } = await findLanguages(db);
  const requested =
    languages.length > 0
      ? languages.map((name, index) => ({ field: `languages.${index}`, name }))
      : [{ field: "language", name: language ?? pivot }];
  const unknown = requested.filter(({ name }) => !enabled.includes(name));
  if (unknown.length > 0) {
    const params = { allowed: enabled.join(", ") };
    return {
      problems: unknown.map(({ field }) => ({ field, type: "invalid_value", key: "validation.one_of", params })),
    };
  }
  if (languages.length === 0) return { language: language === undefined || language === pivot ? null : language };
  const names = [...new Set(languages)];
  return { language: null, languages: names.filter((name) => name !== pivot), textLanguages: { names, pivot } };
}
