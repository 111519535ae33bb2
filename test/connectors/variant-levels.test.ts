import { expect, test } from "bun:test";
import { notePulledOrders } from "../../src/connectors/orders/note-orders.ts";
import { services } from "../harness.ts";
import { pushedShirt } from "./woo-shirt.ts";

test("what was sold there and not reported yet stays sold when another variant moves, and a refused level goes again", async () => {
  const { levels, refuses, sync, sku, setStock, askedIn } = await pushedShirt();
  levels.set(sku("S"), 1).set(sku("M"), 4);
  await setStock("S", 9);
  refuses.add(sku("S"));
  expect(await sync("push-stock")).toMatchObject({ errors: 1 });
  expect([...levels.values()]).toEqual([1, 4]);
  refuses.clear();
  const asked = await askedIn(async () => expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 }));
  expect(asked.map(({ route }) => route.replace(/.*products/, ""))).toEqual(["/4/variations", "/4/variations/batch"]);
  expect([...levels.values()]).toEqual([8, 4]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("a level of a variant that was set and whose answer was lost is not changed twice", async () => {
  const { levels, way, sync, setStock } = await pushedShirt();
  await setStock("S", 9);
  way.loses = true;
  expect(await sync("push-stock")).toMatchObject({ status: "failed" });
  expect([...levels.values()]).toEqual([9, 5]);
  way.loses = false;
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
});

test("nor is one that goes after its product's content, which has arrived", async () => {
  const { levels, way, sync, setStock, tenant, path } = await pushedShirt();
  await tenant.patch(path, { name: "Other shirt" });
  await setStock("S", 9);
  way.loses = true;
  expect(await sync("push-products")).toMatchObject({ status: "failed" });
  expect([...levels.values()]).toEqual([9, 5]);
  way.loses = false;
  expect(await sync("push-products")).toMatchObject({ errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
});

test("where several variants move and one is refused, what was sold of those that were set stays sold", async () => {
  const { levels, refuses, sync, sku, setStock, askedIn } = await pushedShirt();
  levels.set(sku("S"), 1);
  await setStock("S", 9);
  await setStock("M", 6);
  refuses.add(sku("M"));
  expect(await sync("push-stock")).toMatchObject({ errors: 1 });
  expect([...levels.values()]).toEqual([8, 5]);
  refuses.clear();
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([8, 6]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("of a lost answer what was sold before it stays sold, and so does what is sold of the other variants", async () => {
  const { levels, way, sync, sku, setStock, askedIn } = await pushedShirt();
  levels.set(sku("S"), 1);
  await setStock("S", 9);
  way.loses = true;
  await sync("push-stock");
  expect([...levels.values()]).toEqual([8, 5]);
  way.loses = false;
  levels.set(sku("M"), 4);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([8, 4]);
  await setStock("S", 10);
  await setStock("M", 6);
  await sync("push-stock");
  expect([...levels.values()]).toEqual([9, 5]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("a lost answer of a level that has changed back here since is not forgotten", async () => {
  const { levels, way, sync, setStock } = await pushedShirt();
  await setStock("S", 9);
  way.loses = true;
  await sync("push-stock");
  way.loses = false;
  await setStock("S", 2);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([2, 5]);
});

test("a level of which more than the lost answer is unknown is replaced", async () => {
  const { levels, way, sync, sku, setStock } = await pushedShirt();
  await setStock("S", 9);
  way.loses = true;
  await sync("push-stock");
  way.loses = false;
  levels.set(sku("S"), 7);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
});

test("an order that comes in while a level is sent is not taken from the shop once more", async () => {
  const { levels, way, sync, sku, setStock, stocks, tenant, connector, askedIn } = await pushedShirt();
  const newsOf = (id: string, code: string) => ({
    ...{ id, status: "processing", changedAtMs: null, takenAtMs: null, rank: 0, refundIds: [] },
    lines: [{ id: "1", externalIds: [], sku: sku(code), quantity: 1, held: 1 }],
  });
  await setStock("S", 9);
  way.meanwhile = async () => {
    for (const code of ["S", "M"]) levels.set(sku(code), (levels.get(sku(code)) ?? 0) - 1);
    const news = [newsOf("1", "S"), newsOf("2", "M")];
    const input = { connectorId: connector.id, jobId: connector.id, news, seenMs: null };
    await services.write(notePulledOrders, tenant.id, input);
    return undefined;
  };
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  way.meanwhile = async () => undefined;
  expect([...levels.values()]).toEqual([8, 4]);
  expect(await stocks()).toEqual([8, 4]);
  // The order came while the level was sent: the shop is looked at once more, and then no more.
  expect((await askedIn(() => sync("push-stock"))).map(({ method }) => method)).toEqual(["GET", "GET"]);
  expect([...levels.values()]).toEqual([8, 4]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
  await setStock("M", 9);
  await sync("push-stock");
  expect([...levels.values()]).toEqual([8, 9]);
});

test("what is sold between the look at a level and its change stays sold", async () => {
  const { levels, way, sync, sku, setStock } = await pushedShirt();
  await setStock("S", 9);
  way.before = () => levels.set(sku("S"), 1);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([8, 5]);
});

test("a difference whose answer was lost once goes on within the push, and counts once", async () => {
  const { levels, way, sync, setStock, askedIn } = await pushedShirt();
  await setStock("S", 9);
  way.loses = "once";
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("with force each level is replaced by ours, regardless of what the shop has", async () => {
  const { levels, sync, sku } = await pushedShirt();
  const ours = [...levels.values()];
  levels.set(sku("S"), 77);
  await sync("push-stock");
  expect(levels.get(sku("S"))).toBe(77);
  expect(await sync("push-stock", { force: true })).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual(ours);
});
