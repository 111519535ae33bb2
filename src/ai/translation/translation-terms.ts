import { type Static, Type } from "@sinclair/typebox";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { setting, settingChange } from "../../kit/setting.ts";
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

export const TERMS = setting<Terms>("translation-terms", { do_not_translate: [], glossary: {} });
export const { find: findTerms } = TERMS;

const problemsOf = ({ glossary }: Terms): FieldProblem[] =>
  Object.keys(glossary)
    .filter((language) => !isLanguage(language))
    .map((language) => ({ field: `glossary.${language}`, type: "invalid_value", key: "validation.language" }));

/** Sets the terms of all languages. Throws VALIDATION_FAILED and PRECONDITION_FAILED. */
export const setTerms = settingChange("translation.set-terms", TERMS, {
  apply: (_, terms: Terms) => {
    const problems = problemsOf(terms);
    if (problems.length > 0) throw invalidBody(problems);
    return terms;
  },
  details: ({ do_not_translate: kept, glossary }) => ({ kept: kept.length, languages: Object.keys(glossary) }),
});
