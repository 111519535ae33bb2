import { expect, test } from "bun:test";
import manifest from "../../package.json" with { type: "json" };

const NODE_20 = "20.20.2";
const ROW = /^\| `([^`]+)` \| (\S+) \| (\S+) \| (.+) \|$/gm;
const guide = await Bun.file("CONTRIBUTING.md").text();
const [, section = ""] = guide.split("\n## Dependencies\n");
const held = [...(section.split("\n## ")[0] ?? "").matchAll(ROW)].map(
  ([, name = "", version = "", newest = "", reason = ""]) => ({ name, version, newest, reason }),
);
const wanted: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
/** The lock file names these of some packages. */
interface Locked {
  engines?: unknown;
  peerDependencies?: Record<string, string>;
}
const { packages } = (await Bun.file("package-lock.json").json()) as { packages: Record<string, Locked> };

test("every dependency is of one exact version", () => {
  expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("what is held back is named with the version it is held at, a newer one and the reason", () => {
  expect(held.length).toBeGreaterThan(0);
  for (const { name, version, newest, reason } of held) {
    expect([name, version, reason.length > 10]).toEqual([name, wanted[name] ?? "", true]);
    expect([name, Bun.semver.order(newest, version)]).toEqual([name, 1]);
  }
});

test("what another package holds back is named", () => {
  const peers = Object.entries(packages).flatMap(([, { peerDependencies = {} }]) => Object.entries(peerDependencies));
  for (const { name, newest, reason } of held.filter((each) => each.reason.includes("takes less than"))) {
    const refusing = peers.filter(([peer, range]) => peer === name && !Bun.semver.satisfies(newest, range));
    expect([name, reason, refusing.length > 0]).toEqual([name, reason, true]);
  }
});

test("npm warns on Node 20 of the two packages that the README counts", async () => {
  const needed = Object.entries(packages).filter(([, { engines }]) => {
    const { node } = Object(engines) as { node?: string };
    return node !== undefined && !Bun.semver.satisfies(NODE_20, node.replaceAll("v", ""));
  });
  expect(needed.map(([path]) => path)).toEqual(["node_modules/sanitize-html", "node_modules/unpdf"]);
  expect(await Bun.file("README.md").text()).toContain("with two warnings of npm");
});
