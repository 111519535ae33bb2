import { expect, test } from "bun:test";
import { loadingFirst, NotLoaded } from "../../db/local/load-first.ts";
import type { WriteRequest } from "../../db/local/waiting-line.ts";

/** A writer that notes what it runs; the mutations in `absent` are to be loaded. */
function given(run: (name: string) => unknown = (name) => name) {
  const ran: string[] = [];
  const absent = new Set(["late.one", "late.other", "broken.one"]);
  const writer = loadingFirst(
    {
      submit: async ({ name }: WriteRequest) => {
        ran.push(name);
        return run(name);
      },
    },
    (name) =>
      absent.has(name)
        ? async () => {
            await Bun.sleep(1);
            if (name.startsWith("broken")) throw new Error("cannot be loaded");
            absent.delete(name);
          }
        : undefined,
  );
  return { ran, submit: (name: string) => writer.submit({ name, tenantId: "t", input: undefined, options: {} }) };
}

test("mutations run in the order they came while one is loaded, and what cannot be loaded is refused alone", async () => {
  const { ran, submit } = given();
  const names = ["early.one", "late.one", "early.two", "broken.one", "late.other", "early.three"];
  const ends = await Promise.allSettled(names.map(submit));
  expect(ran).toEqual(names.filter((name) => name !== "broken.one"));
  expect(ends.map(({ status }) => status)).toEqual(
    names.map((name) => (name === "broken.one" ? "rejected" : "fulfilled")),
  );
  expect(await submit("early.four")).toBe("early.four");
});

test("a mutation that needs what is not loaded runs again once it is", async () => {
  let isLoaded = false;
  const load = async () => {
    isLoaded = true;
  };
  const { ran, submit } = given(() => {
    if (!isLoaded) throw new NotLoaded("it", load);
    return "done";
  });
  expect(await submit("jobs.fail")).toBe("done");
  expect(ran).toEqual(["jobs.fail", "jobs.fail"]);
});
