import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";

/** Packages that hold what platforms publish of their APIs. Only their files are read: none of their dependencies is installed. */
const PINNED: Record<string, string> = {
  "@shopify/dev-mcp@1.16.0": "tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==",
  "@shopware/api-client@1.6.0":
    "PfD9P4jP+pbm89Sj8/sggf0s9sw2AUI0U2vgPzrjTVaMOc2/5L95YP8ia5ce5O9P2PIQ4cVkyMjaCT7qlxrAfg==",
  "@sp-api-sdk/listings-items-api-2021-08-01@6.3.3":
    "fC4NTQBJvMQgasqryRn6jVib7YsZZunC9TvZYY/9pfGB+v/0CE9UnoydO183A9+VtkzqOVs2SjJ+E6MY9OPV0Q==",
  "@sp-api-sdk/feeds-api-2021-06-30@4.1.5":
    "Bl3iOqSupC0IKOr7RWKYD6C2r8bD+ddzGb+HRDC0iy41/EQafibT3jjJ/n5c2igf6UvTYMMj1q74PsAXvGwsFg==",
  "@space48/bigcommerce-api@0.3.1":
    "8JCVDCJ5jj1C3aOlIR6UXHP/lK/UXWOfPWrsxKyvHhmS4SHc+wItxCHNs9Qi/ZjyTsM2zcjZEpevOVxHyiSofQ==",
  "ebay-api@10.0.1": "itTJdizswE7sZczb21Q6cSTo/1DMMKUEYEIA/SHy7mtAYtgOyVbprCXjxtmjUV5FfL/IyZ44bC5Wgl7+m+Btiw==",
  "commerce-sdk@6.6.0": "wBhPcrPWmbZ1lvjDHWuaawRsnOzm5/hKwY2i0c3LNk/Iw5DcSr7ad39/hLhANiPJsdT4FDPakVrj0UU+helj2Q==",
};

const KEPT = path.join(import.meta.dir, "..", "..", "..", "node_modules", ".cache", "schemas");

function run(command: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}

/** The folder of a pinned package, fetched from the registry the first time. */
export function packed(name: string): string {
  const pinned = Object.entries(PINNED).find(([each]) => each.startsWith(`${name}@`));
  if (!pinned) throw new Error(`${name} is not pinned`);
  const [spec, sha512] = pinned;
  const folder = path.join(KEPT, spec.replaceAll(/[^\w.-]+/g, "-"));
  if (existsSync(folder)) return path.join(folder, "package");
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const file = run(["npm", "pack", "--silent", spec], fresh).trim().split("\n").at(-1) ?? "";
  const digest = createHash("sha512")
    .update(readFileSync(path.join(fresh, file)))
    .digest("base64");
  if (digest !== sha512) throw new Error(`${spec} is not the file that was pinned`);
  run(["tar", "xzf", file], fresh);
  renameSync(fresh, folder);
  return path.join(folder, "package");
}
