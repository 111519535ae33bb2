import { expect, test } from "bun:test";
import { Glob } from "bun";

interface Locked {
  os?: string[];
  cpu?: string[];
  optional?: boolean;
}

const MACHINES = ["linux x64", "linux arm64", "darwin x64", "darwin arm64"];
const lock = (await Bun.file("package-lock.json").json()) as { packages: Record<string, Locked> };
const { dependencies } = (await Bun.file("package.json").json()) as { dependencies: Record<string, string> };

/** Whether npm takes a package on a machine: it stops at a required one that it does not take. */
const takes = ({ os, cpu }: Locked, machine: string) => {
  const [system = "", processor = ""] = machine.split(" ");
  return (os?.includes(system) ?? true) && (cpu?.includes(processor) ?? true);
};

test.each(MACHINES)("npm ci finds nothing that is not for %s", (machine) => {
  const refused = Object.entries(lock.packages).filter(([, each]) => each.optional !== true && !takes(each, machine));
  expect(refused.map(([name]) => name)).toEqual([]);
});

test("what the service imports is installed without dev dependencies", async () => {
  const missing = new Set<string>();
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  for await (const file of new Glob("{src,db,search,workers}/**/*.ts").scan(".")) {
    for (const { path } of transpiler.scanImports(await Bun.file(file).text())) {
      const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (!/^(?:\.|node:|bun(?:$|:))/.test(path) && !(name in dependencies)) missing.add(name);
    }
  }
  expect([...missing]).toEqual([]);
});
