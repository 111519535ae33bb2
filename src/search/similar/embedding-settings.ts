import type { Reader } from "../../../db/ports.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { type ReadyDependency, readDependency, requireDependency } from "../../settings/read-dependency.ts";

/** Where a tenant's vectors are made, and how. */
export interface EmbeddingSettings {
  baseUrl: string;
  model: string;
  /** `null`: the model's own. */
  dimensions: number | null;
  apiKey: string | null;
  /** Distinguishes vectors that can be compared from those that cannot. */
  identity: string;
}

function settingsOf({ value, secret }: ReadyDependency): EmbeddingSettings {
  // The schema of the setting has checked them.
  const {
    base_url: baseUrl,
    model,
    dimensions = null,
  } = value as {
    base_url: string;
    model: string;
    dimensions?: number | null;
  };
  return { baseUrl, model, dimensions, apiKey: secret, identity: `${baseUrl} ${model} ${dimensions ?? "-"}` };
}

/** A tenant's settings for vectors; `undefined` when it has none. */
export async function findEmbeddingSettings(db: Reader, secrets: SecretBox): Promise<EmbeddingSettings | undefined> {
  const ready = await readDependency(db, secrets, "search-vector");
  return ready && settingsOf(ready);
}

/**
 * What makes the tenant's vectors by its own settings: `EmbeddingSettings.identity`; `undefined` when Meilisearch's own
 * embedder does. Throws SEARCH_VECTOR_NOT_CONFIGURED when there is neither.
 */
export async function requireVectors(
  db: Reader,
  { secrets, search }: Pick<ThreadServices, "secrets" | "search">,
): Promise<string | undefined> {
  if (search.remote?.similar.embedder) return (await findEmbeddingSettings(db, secrets))?.identity;
  return settingsOf(await requireDependency(db, secrets, "search-vector")).identity;
}
