import { chmodSync, chownSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../../cleanup.ts";

const READY_MS = 30_000;
const ASKED_EACH_MS = 20;

/** Runs a program to its end; returns what it printed. Throws with what it said when it fails. */
export function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return stdout.toString().trim();
}

/** Where one of Debian's servers lies. Throws when it is not installed: `.ci/run` names the packages. */
export function programOf(name: string): string {
  const program = Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin` });
  if (program === null) throw new Error(`Debian's ${name} is missing`);
  return program;
}

export const isRoot = process.getuid?.() === 0;
/** Who the servers are: they leave the rights of root as soon as they can. */
export const ACCOUNT = isRoot ? "nobody" : run("id", "-un");
export const GROUP = isRoot ? "nogroup" : run("id", "-gn");
export const ACCOUNT_ID = isRoot ? 65_534 : (process.getuid?.() ?? 0);
const GROUP_ID = isRoot ? 65_534 : (process.getgid?.() ?? 0);

/** Gives a file or folder to the servers' account, for it to read and write. */
export function give(path: string): string {
  if (isRoot) chownSync(path, ACCOUNT_ID, GROUP_ID);
  return path;
}

/** A folder of its own that the servers' account may pass through. */
export function serverFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o711);
  chmodSync(join(folder, ".."), 0o711);
  return folder;
}

/** Makes a certificate that signs itself; returns the places of it and of its key. */
export function makeCertificate(folder: string, name: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  run("openssl", "req", "-x509", ...kind, ...subject, "-keyout", key, "-out", certificate);
  chmodSync(key, 0o600);
  return { certificate, key };
}

/** Whether somebody answers on a port. */
const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** Starts a server that stays in the foreground and waits for its ports; it dies with this process. Returns how to stop it. */
export async function startDaemon(command: string[], ports: readonly number[]): Promise<() => Promise<void>> {
  const child = Bun.spawn(["setpriv", "--pdeathsig", "TERM", ...command], { stdout: "ignore", stderr: "pipe" });
  const givesUpAtMs = performance.now() + READY_MS;
  for (const port of ports) {
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() > givesUpAtMs) {
        child.kill("SIGKILL");
        throw new Error(`${command[0]} did not start: ${await new Response(child.stderr).text()}`);
      }
      await Bun.sleep(ASKED_EACH_MS);
    }
  }
  return async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
}
