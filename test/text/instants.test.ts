import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";

const DAY_MS = 86_400_000;
const NEVER = ["2030-02-30T00:00:00Z", "2030-02-30", "2030-13-01", "2030-06-31T10:00:00+02:00", "2030-01-01T25:00:00Z"];

describe("times in requests", () => {
  test.each(NEVER)("an impossible day or hour is refused: %s", async (time) => {
    const { admin, post } = await newTenant();
    const key = await admin.post("/api-keys", { name: "x", expires_at: time });
    const log = await admin.get(`/audit-log?from=${encodeURIComponent(time)}`);
    const replay = await post("/webhooks/11111111-1111-4111-8111-111111111111/replay", { since: time });
    const exported = await admin.get(`/imports/export?start_date=${encodeURIComponent(time)}`);

    expect([key.status, log.status, replay.status, exported.status]).toEqual([422, 400, 422, 400]);
    expect(key.body.error.details).toEqual([expect.objectContaining({ field: "expires_at", type: "invalid_format" })]);
  });

  test("S22.4 D0.2 a time without an offset is UTC, of any precision, and a day is its midnight", async () => {
    const { admin } = await newTenant();
    for (const time of ["2031-01-02", "2031-01-02T03:04", "2031-01-02T03:04:05", "2031-01-02T03:04:05.123456"]) {
      const { status, body } = await admin.post("/api-keys", { name: time, expires_at: time });
      const asUtc = new Date(`${time}${time.includes("T") ? "Z" : "T00:00:00Z"}`).toISOString();
      const { items } = (await admin.get("/api-keys")).body;
      const stored = items.find(({ id }: { id: string }) => id === body.id);
      expect([status, stored.expires_at]).toEqual([201, asUtc]);
    }
    const from = new Date(clock.nowMs - DAY_MS).toISOString().slice(0, 19);
    const { status, body } = await admin.get(`/audit-log?from=${from}&action=api_key.created`);
    expect([status, body.meta.total]).toEqual([200, 4]);
  });
});
