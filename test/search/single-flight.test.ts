import { expect, test } from "bun:test";
import { SingleFlight } from "../../search/single-flight.ts";

test("a caller of the same meanwhile gets the same, a later one has it rebuilt", async () => {
  const running = new SingleFlight<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let made = 0;
  const make = async () => {
    await promise;
    return ++made;
  };

  const requests = [running.join("a", make), running.join("a", make), running.join("b", make)];
  resolve();

  expect(await Promise.all(requests)).toEqual([1, 1, 2]);
  expect(await running.join("a", make)).toBe(3);
});

test("a failure reaches all who waited, and the next one tries again", async () => {
  const running = new SingleFlight<string>();
  const fail = () => Promise.reject(new Error("no"));

  const requests = await Promise.allSettled([running.join("a", fail), running.join("a", fail)]);

  expect(requests.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await running.join("a", async () => "yes")).toBe("yes");
});

test("what is made is stopped when all who waited have left, and not before", async () => {
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

  const requests = [
    running.join("a", make("a"), first.signal),
    running.join("a", make("never"), second.signal),
    running.join("b", make("b"), first.signal),
    running.join("b", make("never")),
  ];
  for (const each of requests) each.catch(() => undefined);
  first.abort();
  expect(stops).toEqual([]);
  second.abort();
  expect(stops).toEqual(["a"]);
  expect(await running.join("a", async () => "made anew")).toBe("made anew");
});
