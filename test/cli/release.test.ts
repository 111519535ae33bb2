import { describe, expect, test } from "bun:test";
import { MACHINES } from "../../machines.ts";
import manifest from "../../package.json" with { type: "json" };
import lock from "../../package-lock.json" with { type: "json" };
import { allLicences } from "../../src/cli/licences.ts";
import { versionLine } from "../../src/cli/version.ts";

const locked: Record<string, { integrity?: string; version?: string } | undefined> = lock.packages;

test.each(Object.entries(MACHINES))(
  "what %s is built of has a checksum, and the version that is installed",
  (_, of) => {
    for (const name of Object.values(of)) {
      expect([name, locked[`node_modules/${name}`]?.integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
    }
    expect(locked[`node_modules/${of.libsql}`]?.version).toBe(manifest.dependencies.libsql);
    expect(locked[`node_modules/${of.runtime}`]?.version).toBe(manifest.dependencies.bun);
  },
);

test("the version is said in one place, and the changelog has its section", async () => {
  expect(versionLine()).toStartWith(`catalogd ${manifest.version} `);
  expect(lock.version).toBe(manifest.version);
  expect(await Bun.file("CHANGELOG.md").text()).toContain(`\n## ${manifest.version}`);
});

test("licenses shows each package of the service, with its notice, and none of developers", async () => {
  const shown = await allLicences();
  for (const name of Object.keys(manifest.dependencies)) expect(shown).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(shown).toContain("Permission is hereby granted");
  expect(shown).not.toMatch(/^@biomejs\/biome \d/m);
  expect(shown).toStartWith("catalogd has no licence yet");
});

test("the licences that the owner may choose are whole, and none of them is granted", async () => {
  expect(await Bun.file("docs/licences/AGPL-3.0.txt").text()).toContain("13. Remote Network Interaction");
  expect(await Bun.file("docs/licences/MIT.txt").text()).toContain("Permission is hereby granted");
  expect(await Bun.file("LICENSE").text()).toContain("The owner decides");
  expect(manifest.license).toBe("UNLICENSED");
});

describe.skipIf(Bun.which("systemd-analyze") === null)("the unit (needs systemd-analyze)", () => {
  test("is the one that the guide prints, and is exposed by less than 2 of 10", async () => {
    const unit = await Bun.file("deploy/catalogd.service").text();
    expect(await Bun.file("docs/install.md").text()).toContain(`\`\`\`ini\n${unit}\`\`\``);
    const looked = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "deploy/catalogd.service"]);
    const [, level] = /exposure level for catalogd\.service: ([\d.]+)/.exec(looked.stdout.toString()) ?? [];
    expect(Number(level)).toBeLessThan(2);
  });
});
