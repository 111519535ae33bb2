import { GUARD, marked } from "../../ai/prompts/render-template.ts";
import { callModel } from "../../ai/provider/call-model.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { mappedTarget } from "../map/columns/column-mapping.ts";
import { contentFits } from "../map/columns/contents/content-fits.ts";
import { findTarget, TARGET_FIELDS, type TargetField } from "../map/columns/target-fields.ts";
import type { FileAnalysis } from "../parse/analyze/analyze-file.ts";
import type { AnalyzedFile } from "./analyze-request.ts";

const SYSTEM = [
  "You say which field of a product catalog each column of a supplier's file holds.",
  'Answer with one JSON object and nothing else: {"column as written": "field"}, with the columns of which you are sure.',
  "A column that is none of the fields is left out. Each field at most once.",
  GUARD,
].join("\n");

/** What is open of a mapping: fields that are given to a column already may not be given again. */
const openTargets = ({ suggestedMapping }: FileAnalysis): TargetField[] => {
  const taken = new Set(Object.values(suggestedMapping).map((value) => mappedTarget(value)?.field));
  return TARGET_FIELDS.filter(({ name, repeatable }) => repeatable || !taken.has(name));
};

function read(answer: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)));
  } catch {
    return {};
  }
}

/** The suggestions of a model that are possible: for columns that are open, fields that are, and values that fit. */
function usable(analysis: FileAnalysis, said: Record<string, unknown>): [column: string, field: string][] {
  const open = new Set(openTargets(analysis).map(({ name }) => name));
  return analysis.openColumns.flatMap((facts): [string, string][] => {
    const named = Object.hasOwn(said, facts.name) ? said[facts.name] : undefined;
    const target = typeof named === "string" ? findTarget(named) : undefined;
    if (!target || !open.has(target.name) || !contentFits(facts, target)) return [];
    if (!target.repeatable) open.delete(target.name);
    return [[facts.name, target.name]];
  });
}

/**
 * Lets the tenant's model say what the columns hold that nothing else says: it is shown their headers and ten values of
 * each. What it says is a suggestion with a question like others. Throws AI_PROVIDER_NOT_CONFIGURED; of a model that fails is warned.
 */
export async function assisted(
  services: Pick<ThreadServices, "outbound" | "write" | "newId" | "pause" | "reader" | "secrets">,
  tenantId: string,
  analysis: AnalyzedFile,
): Promise<AnalyzedFile> {
  const ready = await requireDependency(services.reader(tenantId), services.secrets, "ai-provider");
  const targets = openTargets(analysis);
  if (analysis.openColumns.length === 0 || targets.length === 0) return analysis;
  const fields = targets.map(({ name, label }) => `${name} (${label.en})`).join(", ");
  const columns = analysis.openColumns.map(({ name, values }) => ({ column: name, values }));
  const answer = await callModel(
    { services, tenantId, ready },
    {
      purpose: "attributes",
      action: "import_mapping",
      messages: [
        { role: "system", content: SYSTEM },
        { role: "user", content: `Fields: ${fields}\nColumns: ${marked(JSON.stringify(columns))}` },
      ],
      isJson: true,
      promptSlug: null,
      productId: null,
    },
  );
  if ("failure" in answer) {
    return { ...analysis, warnings: [...analysis.warnings, { code: "assist_failed", column: null, params: {} }] };
  }
  const found = usable(analysis, read(answer.text));
  return {
    ...analysis,
    suggestedMapping: { ...analysis.suggestedMapping, ...Object.fromEntries(found) },
    suggestionBases: {
      ...analysis.suggestionBases,
      ...Object.fromEntries(found.map(([column]) => [column, "assistant" as const])),
    },
    warnings: [
      ...analysis.warnings,
      ...found.map(([column, field]) => ({
        code: "column_uncertain" as const,
        column,
        field,
        params: { column, field },
      })),
    ],
  };
}
