import type { Mutation, Reader } from "../../../../db/ports.ts";
import type { Services } from "../../../runtime/services.ts";
import { requireDependency } from "../../../settings/read-dependency.ts";
import type { Source } from "../../documents/find-passages.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";
import type { ApplyMode, ApplyPolicy } from "../apply/decide-values.ts";
import { generateCall } from "../calls.ts";
import type { Target } from "../facts/product-facts.ts";
import type { Evidence } from "../grounding/ground-text.ts";
import type { Generated } from "../types.ts";
import { isFailure } from "./generate.ts";
import type { TypeFailure } from "./generation.ts";
import { holdForRun, releaseRun } from "./hold-product.ts";
import { refuseFailure } from "./refuse-failure.ts";
import { storeRun } from "./store-run.ts";

type Write = <Input, Result>(change: Mutation<Input, Result>, input: Input) => Promise<Result>;

/** Where the request for a run comes from. */
export interface RunPlace {
  services: Pick<Services, "call" | "secrets" | "newId">;
  db: Reader;
  write: Write;
}

/** The options of a run besides its target. */
export interface RunRequest {
  prompts: readonly ResolvedPrompt[];
  policy: ApplyPolicy;
  action?: string | undefined;
  documents?: string | undefined;
  sources?: Source[] | undefined;
  evidence?: Evidence[] | undefined;
  reuse?: boolean | undefined;
}

/** What a single run may store: what is reviewed counts as a person's, where it is filled in. */
export const policyOf = (mode: ApplyMode, overwrite = false): ApplyPolicy => ({
  mode,
  overwrite,
  reviewed: overwrite ? "none" : "filled",
});

/** The failure to answer with when nothing was made: a refused key before all others. */
function worstOf(failures: readonly TypeFailure[]): ProviderFailure {
  const [first] = failures;
  const refused = failures.find(({ kind }) => kind === "refused");
  return refused ?? first ?? { kind: "busy", message: "Nothing was asked for", retryAfterSeconds: 1 };
}

/** The languages that a run translates into: those that the product has no texts in. */
const languagesOf = ({ enabled, pivot }: Target) => enabled.filter((language) => language !== pivot);

/**
 * Runs the prompts for one product in a worker thread and stores what was made. Throws AI_PROVIDER_NOT_CONFIGURED,
 * ENRICHMENT_IN_PROGRESS, and SYSTEM_SERVICE_UNAVAILABLE when the provider made nothing.
 */
export async function runForProduct(place: RunPlace, target: Target, request: RunRequest) {
  const { services, db, write } = place;
  const productId = target.product.id;
  const entityId = target.entity?.id ?? null;
  await requireDependency(db, services.secrets, "ai-provider");
  const runId = services.newId();
  await write(holdForRun, { productId, runId });
  try {
    const { policy, ...generation } = request;
    const input = { productId, entityId, runId, languages: languagesOf(target), ...generation };
    const outcomes = await services.call(generateCall, db.tenantId, input);
    const failures = outcomes.filter(isFailure);
    const generated = outcomes.filter((each): each is Generated => !isFailure(each));
    if (generated.length === 0) throw refuseFailure(worstOf(failures));
    const run = { productId, entityId, runId, generated, policy };
    const stored = await write(storeRun, run);
    const body = resultBody({ productId, entityId }, generated, stored);
    return { ...body, held: stored.held, ...errorsOf(failures) };
  } catch (error) {
    await write(releaseRun, { productId, runId });
    throw error;
  }
}

const errorsOf = (failures: readonly TypeFailure[]) =>
  failures.length === 0 ? {} : { errors: Object.fromEntries(failures.map(({ type, message }) => [type, message])) };

/** What a run has made, as the API shows it. */
export const resultBody = (
  { productId, entityId }: { productId: string; entityId: string | null },
  generated: readonly Pick<Generated, "type" | "value" | "metadata">[],
  { applied, appliedFields }: { applied: boolean; appliedFields: string[] },
) => ({
  product_id: productId,
  entity_id: entityId,
  // The schema of each type is that of its value.
  ...(Object.fromEntries(generated.map(({ type, value }) => [type, value])) as Record<string, never>),
  ai_metadata: Object.fromEntries(generated.map(({ type, metadata }) => [type, metadata])),
  applied,
  applied_fields: appliedFields,
});
