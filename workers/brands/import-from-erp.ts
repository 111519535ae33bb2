import { FatalJobError, type JobHandler } from "../../src/jobs/job.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import { addErpBrands, brandsOf } from "../../src/reference/brands/import-from-erp.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** Brands that are made in one transaction. */
const CHUNK = 200;

/** Takes the brands of the tenant's ERP: `GET {base_url}/brands`, with its key as a bearer token. */
export const importFromErp: JobHandler<"brands.import-from-erp"> = async (_, { db, services, commit, signal }) => {
  const erp = await readDependency(db, services.secrets, "erp");
  // It was taken out of the settings meanwhile.
  if (!erp) return;
  const url = `${String(erp.value["base_url"]).replace(/\/+$/, "")}/brands`;
  const answer = await services.outbound
    .request(url, {
      method: "GET",
      headers: { accept: "application/json", ...(erp.secret !== null && { authorization: `Bearer ${erp.secret}` }) },
      timeoutMs: TIMEOUT_MS,
      bytesMax: ANSWER_BYTES_MAX,
      schemes: ["https:", "http:"],
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError && error.isRefusal ? new FatalJobError(error.message) : error;
    });
  if (answer.status >= 500 || answer.status === 429) throw new Error(`The ERP answered ${answer.status}`);
  if (answer.status >= 400 || answer.isCut) throw new FatalJobError(`The ERP answered ${answer.status}`);
  const brands = brandsOf(parsed(answer.body.toString("utf8")));
  for (let from = 0; from < brands.length; from += CHUNK) {
    signal.throwIfAborted();
    await commit(addErpBrands, { brands: brands.slice(from, from + CHUNK) }, "kept");
  }
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FatalJobError("The ERP answered without JSON");
  }
}
