import { expect, test } from "bun:test";
import { Running } from "../../search/running.ts";

test("who asks for the same meanwhile gets the same, who asks later has it made anew", async () => {
  const running = new Running<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let made = 0;
  const make = async () => {
    await promise;
    return ++made;
  };

  const asked = [running.join("a", make), running.join("a", make), running.join("b", make)];
  resolve();

  expect(await Promise.all(asked)).toEqual([1, 1, 2]);
  expect(await running.join("a", make)).toBe(3);
});

test("what failed is told to all who waited, and made again for the next", async () => {
  const running = new Running<string>();
  const fail = () => Promise.reject(new Error("no"));

  const asked = await Promise.allSettled([running.join("a", fail), running.join("a", fail)]);

  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await running.join("a", async () => "yes")).toBe("yes");
});
