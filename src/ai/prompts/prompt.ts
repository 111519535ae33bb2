import { type Static, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { FLAG } from "../../../db/table.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { required } from "../../http/output/errors.ts";
import {
  choiceField,
  flagField,
  nameField,
  numberField,
  sentOnce,
  shownField,
  textField,
} from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { PURPOSES } from "../provider/choose-model.ts";
import { BUILTIN_PROMPTS, type BuiltinPrompt } from "./builtin.ts";

/** A prompt for translations that is of this category is for names of products alone. */
export const NAMES_CATEGORY = "names";

const OUTPUT_FORMATS = ["text", "html", "markdown", "json"] as const;

const PromptSlug = Type.String({
  pattern: "^[a-z0-9_-]{3,100}$",
  description: "Unique: 3 to 100 characters of a-z, 0-9, _ and -. It never changes.",
  examples: ["shop-descriptions"],
});
const Category = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description:
    "Free grouping label. A prompt of the purpose `translate` and the category `names` is for names of products.",
});
const Language = Type.String({ pattern: "^[a-z]{2}$", description: "ISO 639-1.", examples: ["fr"] });
const Words = (description: string) => Type.String({ minLength: 1, maxLength: 50_000, pattern: "\\S", description });
const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: "Smaller is preferred." });

/** The instructions to a model for a purpose. */
export const Prompt = record({
  table: "prompt",
  noun: "prompt",
  fields: {
    slug: sentOnce(textField(PromptSlug)),
    name: nameField(200, "Shown name."),
    category: textField(Category, { initial: "description" }),
    purpose: choiceField(PURPOSES, "descriptions", "What it is for."),
    language: textField(Language, { initial: "fr" }),
    output_format: choiceField(OUTPUT_FORMATS, "text", "`json`: one object whose keys are fields of the result."),
    system_prompt: textField(Words("System instructions.")),
    user_prompt_template: textField(
      Words("May hold variables in double braces: `{{title}}`, `{{brand}}`, `{{attributes}}`, …"),
    ),
    is_active: flagField(true),
    is_builtin: shownField(Type.Boolean({ description: "Part of the program." }), FLAG, false),
    sort_order: numberField(SortOrder, 100, Type.Integer()),
  },
});
export type PromptRow = ReturnType<typeof Prompt.blank>;

/** A prompt of the program as a row; version 0: it is not stored. */
export const builtinRow = (builtin: BuiltinPrompt, id = builtin.slug, nowMs = 0): PromptRow => ({
  ...Prompt.apply(Prompt.blank(id, nowMs), builtin),
  is_builtin: true,
  version: 0,
});

export const findStoredPrompt = async (db: Reader, slug: string): Promise<PromptRow | undefined> => {
  const [row] = await Prompt.table.findBy(db, "slug", [slug]);
  return row;
};

/** A prompt of the tenant's library by its slug; `undefined` when there is none. */
export async function findPrompt(db: Reader, slug: string): Promise<PromptRow | undefined> {
  const builtin = BUILTIN_PROMPTS.get(slug);
  return (await findStoredPrompt(db, slug)) ?? (builtin && builtinRow(builtin));
}

/** The same. Throws NOT_FOUND. */
export const requirePrompt = async (db: Reader, slug: string): Promise<PromptRow> =>
  required(await findPrompt(db, slug), "prompt", slug);

/** Every prompt of the library that the filters select, by sort order and slug. */
export async function listPrompts(
  db: Reader,
  { category, activeOnly = false }: { category?: string | undefined; activeOnly?: boolean | undefined } = {},
): Promise<PromptRow[]> {
  const stored: PromptRow[] = await Prompt.table.listAll(db, conditionsOf({}));
  const slugs = new Set(stored.map(({ slug }) => slug));
  const builtins = [...BUILTIN_PROMPTS.values()].filter(({ slug }) => !slugs.has(slug)).map((each) => builtinRow(each));
  return [...stored, ...builtins]
    .filter((each) => (category === undefined || each.category === category) && (each.is_active || !activeOnly))
    .toSorted((one, other) => one.sort_order - other.sort_order || (one.slug < other.slug ? -1 : 1));
}

/** A prompt in lists. */
export const PromptSummaries = view<PromptRow>()({
  slug: [Type.String(), "slug"],
  name: [Type.String(), "name"],
  category: [Type.String(), "category"],
  purpose: [oneOf(PURPOSES), "purpose"],
  language: [Type.String(), "language"],
  output_format: [oneOf(OUTPUT_FORMATS), "output_format"],
  is_active: [Type.Boolean(), "is_active"],
  is_builtin: [Type.Boolean({ description: "Part of the program: it cannot be deleted." }), "is_builtin"],
  sort_order: [Type.Integer(), "sort_order"],
});
export const PromptBody = Type.Object({
  ...PromptSummaries.Body.properties,
  system_prompt: Type.String(),
  user_prompt_template: Type.String(),
});
/** What a change answers: only what was changed, besides the slug. */
export const PromptChanged = Type.Object({
  ...Object.fromEntries(Object.entries(PromptBody.properties).map(([name, each]) => [name, Type.Optional(each)])),
  slug: Type.String(),
  updated_at: orNull(Time),
});

export const promptBody = (row: PromptRow): Static<typeof PromptBody> => ({
  ...PromptSummaries.of(row),
  system_prompt: row.system_prompt,
  user_prompt_template: row.user_prompt_template,
});
export const promptChanged = (row: PromptRow, changed: readonly (keyof PromptRow)[]) => ({
  slug: row.slug,
  ...Object.fromEntries(changed.map((name) => [name, row[name]])),
  updated_at: row.version === 0 ? null : isoOfMs(row.updated_at_ms),
});
