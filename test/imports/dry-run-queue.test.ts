import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { HEADER, lines, MAPPING, prepare } from "./import-client.ts";

describe("S-06 dry runs of a tenant", () => {
  /** A file that is read for a while. */
  const large = () =>
    lines(HEADER, ...Array.from({ length: 60_000 }, (_, index) => `,S${index},A product with a name,1,1`));

  test("end when the import is cancelled, which changes nothing else", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, large(), { mapping: MAPPING });

    const running = tenant.post(`/imports/${id}/dry-run`);
    let cancelled = await tenant.post(`/imports/${id}/cancel`);
    while (cancelled.status === 409) {
      await Bun.sleep(1);
      cancelled = await tenant.post(`/imports/${id}/cancel`);
    }

    expect([cancelled.status, cancelled.body]).toEqual([200, { id, status: "ready" }]);
    const { status, body } = await running;
    expect([status, body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect(body.error.message).toBe("The dry run was cancelled");
    expect((await tenant.post(`/imports/${id}/cancel`)).status).toBe(409);
  });

  test("run one at a time, in their order, and five at most run and wait", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, large(), { mapping: MAPPING });
    const small = await prepare(tenant, lines(HEADER, ",A,B,1,1"), { mapping: MAPPING });

    const statusOf = (of: string) => tenant.post(`/imports/${of}/dry-run`).then(({ status }) => status);
    const jobs = () =>
      tenant.db.all(
        `select json_extract(payload, '$.importId') as of, started_at_ms, finished_at_ms from job
          where tenant_id = :tenant and kind = 'imports.dry-run' order by started_at_ms, id`,
        {},
        (row) => ({ of: row["of"], began: Number(row["started_at_ms"]), ended: Number(row["finished_at_ms"]) }),
      );
    const first = statusOf(id);
    while ((await jobs()).length === 0) await Bun.sleep(1);
    const others = await Promise.all(Array.from({ length: 6 }, () => statusOf(small)));

    expect([await first, ...others.toSorted()]).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const ran = await jobs();
    expect(ran.map(({ of }) => of)).toEqual([id, small, small, small, small]);
    for (const [index, { began }] of ran.slice(1).entries())
      expect(began).toBeGreaterThanOrEqual(ran[index]?.ended ?? 0);
  });
});
