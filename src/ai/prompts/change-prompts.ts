import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { listBindingsOf } from "../../../db/prompts/bindings.ts";
import { ApiError } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import type { Given } from "../../kit/resource/record.ts";
import { Bindings } from "./binding.ts";
import { BUILTIN_PROMPTS } from "./builtin.ts";
import { builtinRow, findStoredPrompt, Prompt, type PromptRow, requirePrompt } from "./prompt.ts";

const changes = changesOf("prompts", Prompt, {
  unique: { field: "slug", column: "slug" },
  check: async (_, { slug, is_builtin: isBuiltin }) => {
    if (!isBuiltin && BUILTIN_PROMPTS.has(slug)) throw duplicateResource("slug", slug, slug, "prompt");
  },
});

/** Throws DUPLICATE_RESOURCE for a slug that already exists. */
export const createPrompt = changes.create;

type PromptFields = Given<typeof Prompt.fields>;

interface PromptChange extends Conditional {
  slug: string;
  fields: PromptFields;
}

/** The row of a prompt; one of the program that was never changed gets one. */
async function storedPrompt(tx: Tx, slug: string, context: MutationContext): Promise<PromptRow> {
  const known = await requirePrompt(tx, slug);
  const builtin = BUILTIN_PROMPTS.get(slug);
  if (known.version > 0 || !builtin) return known;
  const [row = known] = await Prompt.table.insert(tx, [
    { ...builtinRow(builtin, context.newId(), context.now()), version: 1 },
  ]);
  return row;
}

/** Changes a prompt; answers which fields differ. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const updatePrompt = mutation(
  "prompts.change",
  async (tx, { slug, fields, expected }: PromptChange, context) => {
    const before = await requirePrompt(tx, slug);
    requireVersion(expected, before.version);
    const changed = Prompt.changed(before, Prompt.apply(before, fields));
    if (changed.length === 0) return { row: before, changed };
    const { id } = await storedPrompt(tx, slug, context);
    const row: PromptRow = await changes.update.run(tx, { id, fields, expected: null }, context);
    return { row, changed };
  },
);

/** Deletes a prompt. Throws NOT_FOUND, PRECONDITION_FAILED, PROMPT_IS_BUILTIN, and PROMPT_IN_USE for one that is bound. */
export const deletePrompt = mutation(
  "prompts.remove",
  async (tx, { slug, expected }: Omit<PromptChange, "fields">, context): Promise<void> => {
    const { version } = await requirePrompt(tx, slug);
    requireVersion(expected, version);
    const stored = await findStoredPrompt(tx, slug);
    if (!stored || stored.is_builtin) throw new ApiError("PROMPT_IS_BUILTIN");
    const bindings = await listBindingsOf(tx, slug);
    if (bindings.length > 0) {
      throw new ApiError("PROMPT_IN_USE", { details: { bindings: bindings.map((each) => Bindings.of(each)) } });
    }
    await changes.remove.run(tx, { id: stored.id, expected: null, how: undefined }, context);
  },
);
