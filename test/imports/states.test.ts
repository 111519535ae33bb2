import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IMPORT_STATUSES, type Import, type ImportStatus } from "../../db/imports/imports.ts";
import { failImport } from "../../src/imports/run/moves.ts";
import { FINISHED, type ImportMove, Imports } from "../../src/imports/states.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { prepare, type Tenant, upload } from "./import-client.ts";

/** The table of the documents, written down once more: from which statuses an action is allowed. */
const ALLOWED: Record<string, ImportStatus[]> = {
  "save-mapping": ["awaiting_mapping", "ready"],
  reanalyze: ["pending", "awaiting_mapping", "failed"],
  "dry-run": ["pending", "awaiting_mapping", "ready"],
  "start-processing": ["ready"],
  pause: ["queued", "processing", "persisting"],
  resume: ["paused"],
  cancel: ["pending", "queued", "processing", "persisting", "paused", "cancelled"],
  retry: ["failed", "cancelled", "completed_with_errors"],
  archive: ["completed", "completed_with_errors", "failed", "cancelled"],
  unarchive: ["completed", "completed_with_errors", "failed", "cancelled"],
};

/** An import as far as moves look at it. */
const state = (status: ImportStatus, totalRows: number) => ({ status, totalRows, failedRows: 0 }) as Import;

describe("the states of an import", () => {
  test("no move leads out of the table, and finished imports are left by retry and reanalyze only", () => {
    // Object.keys forgets the literal types.
    const moves = (Object.keys(Imports.moves) as ImportMove[]).flatMap((move) =>
      IMPORT_STATUSES.flatMap((status) => {
        const next = Imports.next(state(status, 1), move);
        return next === undefined ? [] : { move, status, next };
      }),
    );
    const finished = moves.filter(({ status }) => FINISHED.some((each) => each === status));
    const leaving = finished.filter(({ status, next }) => next !== status).map(({ move }) => move);
    expect(moves.filter(({ next }) => !IMPORT_STATUSES.includes(next))).toEqual([]);
    expect(new Set(leaving)).toEqual(new Set(["reanalyze", "retry"]));
  });

  test("D3-158 exactly 5,000 rows are queued, 4,999 are not", () => {
    const start = (totalRows: number) => Imports.next(state("ready", totalRows), "start_processing");
    expect(start(4_999)).toBe("processing");
    expect(start(5_000)).toBe("queued");
  });
});

interface Model {
  status: ImportStatus;
}

/** Expected status after an action that is allowed; `undefined` when it depends on the rows alone. */
const LEADS_TO: Record<string, ImportStatus> = {
  "save-mapping": "ready",
  reanalyze: "awaiting_mapping",
  "start-processing": "processing",
  pause: "paused",
  resume: "processing",
  cancel: "cancelled",
  retry: "pending",
};

const BODIES: Record<string, unknown> = {
  "save-mapping": { column_mapping: { ean: "ean", name: "name" } },
  reanalyze: { skip_header_rows: 0 },
};

class Real {
  readonly tenant: Tenant;
  readonly id: string;

  constructor(tenant: Tenant, id: string) {
    this.tenant = tenant;
    this.id = id;
  }

  status = async (): Promise<ImportStatus> => (await this.tenant.get(`/imports/${this.id}`)).body.status;
}

/** An action of a caller: allowed it leads where the table says, else it is 409 and changes nothing. */
class Act implements fc.AsyncCommand<Model, Real> {
  readonly action: string;

  constructor(action: string) {
    this.action = action;
  }

  check = () => true;
  toString = () => this.action;

  async run(model: Model, real: Real): Promise<void> {
    const { status, body } = await real.tenant.post(`/imports/${real.id}/${this.action}`, BODIES[this.action]);
    if (ALLOWED[this.action]?.includes(model.status)) {
      expect([200, 202]).toContain(status);
      model.status = LEADS_TO[this.action] ?? model.status;
    } else {
      expect(status).toBe(409);
      expect(body.error.details.current_state).toBe(model.status);
    }
    expect(await real.status()).toBe(model.status);
  }
}

/** The runner takes what is queued and ends it. */
class Run implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  toString = () => "run";

  async run(model: Model, real: Real): Promise<void> {
    await runJobs();
    // One row of two has no usable EAN.
    if (["pending", "queued", "processing"].includes(model.status)) model.status = "completed_with_errors";
    expect(await real.status()).toBe(model.status);
  }
}

/** The job fails for good. */
class Fail implements fc.AsyncCommand<Model, Real> {
  check = ({ status }: Model) => ["pending", "processing"].includes(status);
  toString = () => "fail";

  async run(model: Model, real: Real): Promise<void> {
    await services.write(failImport, real.tenant.id, { id: real.id, code: "JOB_INTERRUPTED", message: "Test" });
    model.status = "failed";
    expect(await real.status()).toBe("failed");
  }
}

const CSV = "ean,name\n3400949497294,Good\n123,Bad\n";

describe("an import under any sequence of actions", () => {
  test("D3-154 D3-157 D3-164 D3-165 D3-166 D3-167 D3-168 D3-170 follows the table", async () => {
    const tenant = await newTenant();
    const actions = Object.keys(ALLOWED).map((action) => fc.constant<fc.AsyncCommand<Model, Real>>(new Act(action)));
    const runner = [fc.constant(new Run()), fc.constant(new Run()), fc.constant(new Fail())];
    await fc.assert(
      fc.asyncProperty(fc.commands([...actions, ...runner], { maxCommands: 15 }), async (commands) => {
        const { body } = await upload(tenant, CSV);
        const setup = () => ({
          model: { status: "awaiting_mapping" as ImportStatus },
          real: new Real(tenant, body.id),
        });
        await fc.asyncModelRun(setup, commands);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test("D3-172 a ready import can be deleted, one at work must be cancelled first", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, CSV, { mapping: { ean: "ean", name: "name" } });
    await tenant.post(`/imports/${id}/start-processing`);

    expect((await tenant.delete(`/imports/${id}`)).status).toBe(409);
    await tenant.post(`/imports/${id}/cancel`);
    expect((await tenant.delete(`/imports/${id}`)).body).toEqual({ deleted: true, id });
    expect((await tenant.get(`/imports/${id}`)).status).toBe(404);
    expect((await tenant.get(`/imports/${id}/errors`)).status).toBe(404);
  });
});
