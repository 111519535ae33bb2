import { measureBesideChanges, measureWorks } from "./http.ts";
import { drive, inSequence, requestText } from "./load.ts";
import type { OpenedService } from "./place.ts";
import type { Measurement, Measurements, Program } from "./rounds.ts";
import type { Sample } from "./sample.ts";
import { works } from "./works.ts";
import { anyOf, worksBesideChanges } from "./works-beside-changes.ts";

const EDITORS = 4;
const ITEMS = 100;

/** The n-th edit of many products at once. */
const editRequest = (ids: readonly string[], apiKey: string) => (sequence: number) => {
  const updates = Array.from({ length: ITEMS }, (_, index) => ({
    id: ids[(sequence * ITEMS + index) % ids.length],
    fields: { price: ((sequence * 31 + index) % 9_000) / 100, color: `c${sequence % 97}` },
  }));
  return requestText("PATCH", "/api/v1/products/bulk", { "x-api-key": apiKey }, JSON.stringify({ updates }));
};

/** Edits of many products at once. */
function editMeasurement({ apiKey, port }: OpenedService, { ids }: Sample): Measurement {
  const next = inSequence(editRequest(ids, apiKey));
  return async (seconds) => {
    const edits = await drive(port, next, { connections: EDITORS, seconds });
    return [
      { work: "bulk edit, products", value: edits.perSecond * ITEMS, unit: "/s", target: "" },
      { work: "bulk edit of 100, p99", value: edits.p99Ms, unit: "ms", target: "" },
    ];
  };
}

/** The scores of all products. */
const completenessMeasurement =
  ({ client: { call } }: OpenedService): Measurement =>
  async () => {
    const recalculated = await call("POST", "/products/stats/completeness/recalculate");
    const startedAtMs = performance.now();
    await call("GET", "/products/stats/completeness");
    const statsMs = performance.now() - startedAtMs;
    return [
      { work: "completeness of all, recalculated", value: recalculated.duration_ms, unit: "ms", target: "" },
      { work: "completeness statistics, first time", value: statsMs, unit: "ms", target: "" },
    ];
  };

/** Reads from all over the catalog, while products change one by one. */
function besideChanges({ apiKey, port }: OpenedService, sample: Sample): Measurements {
  const key = { "x-api-key": apiKey };
  const change = (n: number) =>
    requestText("PATCH", `/api/v1/products/${anyOf(sample.manyIds, n)}`, key, JSON.stringify({ price: 10 + (n % 90) }));
  const reads = worksBesideChanges(sample, (path) => requestText("GET", `/api/v1${path}`, key));
  return measureBesideChanges(reads, port, change);
}

/** What many clients ask of a filled service at once, edits of many products, and their scores. */
export function catalogProgram(opened: OpenedService, sample: Sample): Program {
  const { reads, writes } = measureWorks(works(sample, opened.apiKey), opened.port);
  return {
    reads: new Map([...besideChanges(opened, sample), ...reads]),
    writes: new Map([
      ...writes,
      ["bulk edit", editMeasurement(opened, sample)],
      ["completeness", completenessMeasurement(opened)],
    ]),
    pid: opened.service.pid,
  };
}
