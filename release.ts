import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { arch, argv, execPath, exit, platform, stdout } from "node:process";
import { parseArgs } from "node:util";
import manifest from "./package.json" with { type: "json" };
import { isTarget, MACHINES, type Target } from "./machines.ts";
import { allLicences } from "./src/cli/licences.ts";

/**
 * `npm run release`: all that a release is made of, in `out/release`: a binary for each machine, what it is built with
 * (SBOM, licences), what is new, and checksums. The version is that of package.json. `--only linux-x64` makes fewer.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { out: { type: "string", default: "out/release" }, only: { type: "string" } },
});

const say = (line: string) => stdout.write(`${line}\n`);
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { version: string; integrity: string } | undefined>;
};

/** Runs a program and returns what it printed. Throws with what it complained about. */
function run(command: string[]): string {
  const { exitCode, stdout: said, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}${said}`);
  return said.toString();
}

/** Fetches a package of another machine, and refuses one that is not what package-lock.json has the checksum of. */
function fetchPackage(name: string, parts: string): void {
  const folder = join(parts, name);
  if (existsSync(join(folder, "package.json"))) return;
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked) throw new Error(`${name} is not in package-lock.json`);
  const [packed = ""] = run(["npm", "pack", "--silent", "--pack-destination", parts, `${name}@${locked.version}`])
    .trim()
    .split("\n");
  const file = join(parts, packed);
  const digest = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  if (digest !== locked.integrity) throw new Error(`${name} is not what package-lock.json says: ${digest}`);
  mkdirSync(folder, { recursive: true });
  run(["tar", "-xzf", file, "-C", folder, "--strip-components=1"]);
  rmSync(file);
}

/** What CHANGELOG.md says of this version. Throws when it says nothing. */
function changesOf(version: string): string {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^(?=## )/m);
  const found = sections.find((section) => section.startsWith(`## ${version}`));
  if (found === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`);
  return found;
}

/** Starts what can run here, and says so; the others are built and not run. */
function tried(file: string, name: string): string {
  if (name !== `${platform}-${arch}`) return "built, not run here";
  const said = run([file, "version"]).trim();
  if (!said.startsWith(`catalogd ${manifest.version} `)) throw new Error(`${file} says that it is ${said}`);
  return `built and run: ${said}`;
}

const { out } = values;
const parts = join(out, ".parts");
mkdirSync(parts, { recursive: true });
const nameOf = (target: Target) => target.replace("bun-", "");
const all = Object.keys(MACHINES).filter(isTarget);
const wanted = all.filter((target) => values.only === undefined || values.only.split(",").includes(nameOf(target)));
if (wanted.length === 0) throw new Error(`--only takes ${all.map(nameOf).join(", ")}`);
const failed: string[] = [];
for (const target of wanted) {
  const name = nameOf(target);
  const file = join(out, `catalogd-${manifest.version}-${name}${name.startsWith("windows") ? ".exe" : ""}`);
  try {
    for (const each of Object.values(MACHINES[target])) fetchPackage(each, parts);
    run([execPath, "build.ts", "--target", target, "--parts", parts, "--out", file]);
    say(`${name}: ${tried(file, name)}`);
  } catch (error) {
    failed.push(name);
    say(`${name}: not built: ${error instanceof Error ? error.message : error}`);
  }
}
writeFileSync(join(out, "sbom.cdx.json"), run(["npm", "sbom", "--omit", "dev", "--sbom-format", "cyclonedx"]));
writeFileSync(join(out, "LICENCES.txt"), await allLicences());
writeFileSync(join(out, "CHANGES.md"), changesOf(manifest.version));
for (const name of ["alerts.yml", "grafana-dashboard.json", "catalogd.service"]) {
  if (existsSync(join("deploy", name))) copyFileSync(join("deploy", name), join(out, name));
}
const files = readdirSync(out).filter((name) => !name.startsWith(".") && name !== "SHA256SUMS");
const sums = files.map(
  (name) => `${createHash("sha256").update(readFileSync(join(out, name))).digest("hex")}  ${name}\n`,
);
writeFileSync(join(out, "SHA256SUMS"), sums.join(""));
say(`${out}: ${files.length} files and SHA256SUMS`);
exit(failed.length === 0 ? 0 : 1);
