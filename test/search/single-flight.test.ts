import { expect, test } from "bun:test";
import { SingleFlight } from "../../search/single-flight.ts";

test("who asks for the same meanwhile gets the same, who asks later has it made anew", async () => {
  const running = new SingleFlight<number>();
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
  const running = new SingleFlight<string>();
  const fail = () => Promise.reject(new Error("no"));

  const asked = await Promise.allSettled([running.join("a", fail), running.join("a", fail)]);

  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await running.join("a", async () => "yes")).toBe("yes");
});

test("what is made is told to stop when all who waited have gone, and not before", async () => {
  const running = new SingleFlight<string>();
  const stops: string[] = [];
  const make = (name: string) => (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener("abort", () => {
        stops.push(name);
        reject(new Error("stopped"));
      });
    });
  const [first, second] = [new AbortController(), new AbortController()];

  const asked = [
    running.join("a", make("a"), first.signal),
    running.join("a", make("never"), second.signal),
    running.join("b", make("b"), first.signal),
    running.join("b", make("never")),
  ];
  for (const each of asked) each.catch(() => undefined);
  first.abort();
  expect(stops).toEqual([]);
  second.abort();
  expect(stops).toEqual(["a"]);
  expect(await running.join("a", async () => "made anew")).toBe("made anew");
});
