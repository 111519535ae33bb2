import type { Reader } from "../../../db/ports.ts";
import { findBindings } from "../../../db/prompts/bindings.ts";
import type { Purpose } from "../provider/choose-model.ts";
import { BUILTIN_VERSION, constantPrompt } from "./builtin.ts";
import { builtinRow, listPrompts, NAMES_CATEGORY, type PromptRow } from "./prompt.ts";

/** Where a prompt was found. */
export const PROMPT_SOURCES = ["entity", "group", "library", "constant"] as const;
export type PromptSource = (typeof PROMPT_SOURCES)[number];

/** The prompt of a purpose, and how it was found. Plain data. */
export interface ResolvedPrompt {
  purpose: Purpose;
  /** `null`: the program's own words. */
  slug: string | null;
  source: PromptSource;
  /** 1 entity, 2 group, 3 library, 4 the program's own words. */
  rank: number;
  origin: "builtin" | "custom" | "constant";
  system: string;
  template: string;
  format: PromptRow["output_format"];
  /** In which its instructions are written. */
  language: string;
  /** Which revision of it: `builtin-3` of the program's own words, else that of the library's row. */
  version: string;
}

/** The program's own words are counted apart from those that a tenant has changed. */
const promptVersion = ({ version }: Pick<PromptRow, "version">): string =>
  version === 0 ? `builtin-${BUILTIN_VERSION}` : String(version);

/** A row of the library as it was found. */
export const resolved = (purpose: Purpose, source: PromptSource, row: PromptRow): ResolvedPrompt => ({
  purpose,
  slug: row.slug,
  source,
  rank: PROMPT_SOURCES.indexOf(source) + 1,
  origin: row.is_builtin ? "builtin" : "custom",
  system: row.system_prompt,
  template: row.user_prompt_template,
  format: row.output_format,
  language: row.language,
  version: promptVersion(row),
});

const constant = (purpose: Purpose): ResolvedPrompt => ({
  ...resolved(purpose, "constant", builtinRow(constantPrompt(purpose))),
  slug: null,
  origin: "constant",
});

const isForNames = ({ purpose, category }: PromptRow) => purpose === "translate" && category === NAMES_CATEGORY;

/**
 * The prompt of each purpose: bound to the entity, bound to the group, the library's first active one in the target language
 * or any, or the program's own. An inactive prompt that is bound is not. Source: decision S32.13.
 */
export async function resolvePrompts(
  db: Reader,
  { entityId, language }: { entityId: string | null; language: string },
  purposes: readonly Purpose[],
): Promise<ResolvedPrompt[]> {
  const library = (await listPrompts(db)).filter((each) => each.is_active);
  const bySlug = new Map(library.map((each) => [each.slug, each]));
  const group = await findBindings(db, null);
  const entity = entityId === null ? [] : await findBindings(db, entityId);
  return purposes.map((purpose) => {
    for (const [source, bindings] of [["entity", entity] as const, ["group", group] as const]) {
      const bound = bindings.find((each) => each.purpose === purpose);
      const row = bound && bySlug.get(bound.promptSlug);
      if (row) return resolved(purpose, source, row);
    }
    const fitting = library.filter((each) => each.purpose === purpose && !isForNames(each));
    const row = fitting.find((each) => each.language === language) ?? fitting[0];
    return row ? resolved(purpose, "library", row) : constant(purpose);
  });
}
