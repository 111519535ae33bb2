import { afterAll, expect, test } from "bun:test";
import { callersWithKey, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, begun, ended } from "./shared-import.ts";

const ROWS = 20_000;
const cluster = await startCluster({ processes: 2 });
afterAll(() => cluster.stop());
const [lone, other] = cluster.members;
const [onLone, onOther] = await callersWithKey(cluster.members.map(({ service }) => service.url));

// The server ends what the lost process had open; its lease ends after 30 s, and the other takes its job over.
test.each(["hangs", "cut"] as const)(
  "a process whose way to the database %s answers 503, its import goes on elsewhere, and it comes back",
  async (how) => {
    if (!lone || !other || !onLone || !onOther) throw new Error("There are two");
    const id = await beginImport(onLone, ROWS, how === "cut" ? "27" : "28");
    await begun(onOther, id);
    if (how === "cut") lone.line.cut();
    else lone.line.hangs = true;
    try {
      const { status, body } = await onLone("GET", "/products");
      expect({ status, error: typeof body.error }).toEqual({ status: 503, error: expect.any(String) });
      expect((await onOther("GET", "/products")).status).toBe(200);
      expect((await onOther("POST", "/products", { name: `While ${how}` })).status).toBe(201);
      const whole = { status: "completed", processed_rows: ROWS, products_created: ROWS, failed_rows: 0 };
      expect(await ended(onOther, id)).toMatchObject(whole);
    } finally {
      lone.line.hangs = false;
      if (how === "cut") lone.line.mend();
    }
    await within(20_000, async () => (await onLone("GET", "/products")).status === 200);
    // What it still held was refused: nothing came twice.
    const { body } = await onLone("GET", `/imports/${id}`);
    expect(body).toMatchObject({ processed_rows: ROWS, products_created: ROWS, products_updated: 0 });
    expect((await onLone("POST", "/products", { name: `After ${how}` })).status).toBe(201);
  },
  300_000,
);
