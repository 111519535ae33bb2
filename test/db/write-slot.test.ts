import { expect, test } from "bun:test";
import { deadlineIn } from "../../db/remote/unavailable.ts";
import { sharedSlot, type WriteSlot, writeSlot } from "../../db/remote/write-slot.ts";
import { refusal } from "../refusal.ts";

/** A thread that takes the slot and keeps it. */
function threadOn(memory: SharedArrayBuffer) {
  const worker = new Worker(new URL("./slot-thread.ts", import.meta.url), { type: "module" });
  const said = { asked: Promise.withResolvers<void>(), "has it": Promise.withResolvers<void>() };
  worker.addEventListener("message", ({ data }: MessageEvent<keyof typeof said>) => said[data].resolve());
  worker.postMessage(memory);
  const end = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.addEventListener("close", () => resolve());
    worker.terminate();
    return promise;
  };
  return { asked: said.asked.promise, has: said["has it"].promise, end };
}

/** Whether a task begins at once. */
async function beginsAtOnce(slot: WriteSlot): Promise<boolean> {
  let hasBegun = false;
  const running = slot.run(async () => {
    hasBegun = true;
  });
  const didBegin = hasBegun;
  await running;
  return didBegin;
}

test("threads share the slot, and one that waits too long is never run", async () => {
  const memory = sharedSlot();
  const [here, there] = [writeSlot(memory), writeSlot(memory)];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const ran: string[] = [];
  const task = (name: string) => async () => void ran.push(name);
  const holding = here.run(() => held);
  const late = refusal(there.run(task("late"), deadlineIn(30)));
  const patient = there.run(task("patient"), deadlineIn(20_000));

  expect(await late).toMatchObject({ name: "DatabaseUnavailable" });
  release();
  await Promise.all([holding, patient]);

  expect(ran).toEqual(["patient"]);
});

test("a thread that has more and more to do lets the others have their turn", async () => {
  const memory = sharedSlot();
  const [here, there] = [writeSlot(memory), writeSlot(memory)];
  const ran: string[] = [];
  const task = (name: string) => async () => {
    await Bun.sleep(2);
    ran.push(name);
  };
  const busy = Array.from({ length: 200 }, (_, index) => here.run(task(`here ${index}`)));
  await there.run(task("there"));
  const place = ran.indexOf("there");
  await Promise.all(busy);

  expect(place).toBeLessThan(100);
  expect(new Set(ran).size).toBe(201);
});

test("a thread that ends while it has the slot keeps it from no one", async () => {
  const memory = sharedSlot();
  const slot = writeSlot(memory);
  const thread = threadOn(memory);
  await thread.has;
  await thread.end();

  expect(await slot.run(async () => "ran", deadlineIn(8_000))).toBe("ran");
  expect(await beginsAtOnce(slot)).toBe(true);
}, 20_000);

test("a thread that lives keeps the slot for as long as its task takes", async () => {
  const memory = sharedSlot();
  const thread = threadOn(memory);
  await thread.has;

  const refused = await refusal(writeSlot(memory).run(async () => "ran", deadlineIn(5_000)));
  await thread.end();

  expect(refused).toMatchObject({ name: "DatabaseUnavailable" });
}, 20_000);

test("a thread that ends while it waits makes no one wait after that", async () => {
  const memory = sharedSlot();
  const slot = writeSlot(memory);
  await slot.run(async () => {
    const thread = threadOn(memory);
    await thread.asked;
    await thread.end();
  });

  // The first may leave it to the one that waited.
  const begun = [await beginsAtOnce(slot), await beginsAtOnce(slot), await beginsAtOnce(slot)];
  expect(begun.slice(1)).toEqual([true, true]);
});
