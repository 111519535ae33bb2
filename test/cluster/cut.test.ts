import { afterAll, expect, test } from "bun:test";
import { sized } from "../sized.ts";
import { callersWithKey, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, begun, ended } from "./shared-import.ts";

const ROWS = sized(4_000, 8_000);
const cluster = await startCluster({ processes: 3 });
afterAll(() => cluster.stop());
const [hanging, cut] = cluster.members;
const [onHanging, onCut, onOther] = await callersWithKey(cluster.members.map(({ service }) => service.url));

// The server ends what the lost processes had open; their leases end after 30 s, and the other takes their jobs over.
test("processes whose way to the database hangs or is cut answer 503, their imports go on elsewhere, and they come back", async () => {
  if (!hanging || !cut || !onHanging || !onCut || !onOther) throw new Error("There are three");
  const lost = [onHanging, onCut];
  const ids = [await beginImport(onHanging, ROWS, "28"), await beginImport(onCut, ROWS, "27")];
  await Promise.all(ids.map((id) => begun(onOther, id)));
  hanging.line.hangs = true;
  cut.line.cut();
  const whole = { status: "completed", processed_rows: ROWS, products_created: ROWS, failed_rows: 0 };
  try {
    for (const call of lost) {
      const { status, body } = await call("GET", "/products");
      expect({ status, error: typeof body.error }).toEqual({ status: 503, error: expect.any(String) });
    }
    expect((await onOther("GET", "/products")).status).toBe(200);
    expect((await onOther("POST", "/products", { name: "Meanwhile" })).status).toBe(201);
    for (const id of ids) expect(await ended(onOther, id)).toMatchObject(whole);
  } finally {
    hanging.line.hangs = false;
    cut.line.mend();
  }
  for (const [index, call] of lost.entries()) {
    await within(20_000, async () => (await call("GET", "/products")).status === 200);
    // What it still held was refused: nothing came twice.
    const { body } = await call("GET", `/imports/${ids[index]}`);
    expect(body).toMatchObject({ ...whole, products_updated: 0 });
    expect((await call("POST", "/products", { name: "Afterwards" })).status).toBe(201);
  }
}, 300_000);
