import { type Static, Type } from "@sinclair/typebox";
import { mutation, type Reader } from "../../../db/ports.ts";
import { findSetting, putSetting } from "../../../db/settings/settings.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { isLanguage } from "../../settings/iso-languages.ts";

const Term = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
const TERMS_MAX = 2000;

/** Words that translations keep, and how some are translated. */
export const TermsBody = Type.Object({
  do_not_translate: Type.Array(Term, {
    maxItems: TERMS_MAX,
    description: "Kept as they are: brands, units, models.",
    examples: [["Nordlys", "EcoFrame 300", "kWh"]],
  }),
  glossary: Type.Record(
    Type.String(),
    Type.Record(Type.String({ maxLength: 200 }), Term, { maxProperties: TERMS_MAX }),
    {
      maxProperties: 50,
      description: "By language (ISO 639-1): a term of the pivot language and its translation.",
      examples: [{ es: { chêne: "roble" } }],
    },
  ),
});
export type Terms = Static<typeof TermsBody>;

const SETTING = "translation-terms";
const NONE: Terms = { do_not_translate: [], glossary: {} };

export const findTerms = async (db: Reader): Promise<Terms> =>
  // Only `setTerms` writes it.
  ((await findSetting(db, SETTING)) as Terms | undefined) ?? NONE;

/** The ETag of the terms. */
export const termsVersion = (terms: Terms): string => versionOf(terms);

const problemsOf = ({ glossary }: Terms): FieldProblem[] =>
  Object.keys(glossary)
    .filter((language) => !isLanguage(language))
    .map((language) => ({ field: `glossary.${language}`, type: "invalid_value", key: "validation.language" }));

/** Sets the terms of all languages. Throws VALIDATION_FAILED and PRECONDITION_FAILED. */
export const setTerms = mutation(
  "translation.set-terms",
  async (tx, { terms, expected }: { terms: Terms; expected: string[] | null }, context): Promise<Terms> => {
    const before = await findTerms(tx);
    requireVersion(expected, termsVersion(before));
    const problems = problemsOf(terms);
    if (problems.length > 0) throw invalidBody(problems);
    if (termsVersion(terms) === termsVersion(before)) return before;
    await putSetting(tx, SETTING, terms, context.now());
    const details = { kept: terms.do_not_translate.length, languages: Object.keys(terms.glossary) };
    await noteAudit(tx, context, { action: "setting.changed", resource: "setting", resourceId: SETTING, details });
    return terms;
  },
);
