import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../../cleanup.ts";
import { freePort } from "../../servers/process.ts";
import { runShell } from "../shell.ts";

const UNIT = "/etc/systemd/system/catalogd.service";
const SETTINGS = "/etc/catalogd.env";
/** Of the machine's operator. */
export const OPERATOR_KEY = "an operator key 0123456789";
/** Paths of the documents, which are in a folder here. */
const PATHS = /(?<![\w.-])\/(?:var\/lib|usr\/local|etc|backup|srv)(?=\/)/g;

/** What systemd does with the unit, as far as the documents need it. */
const systemctl = (root: string) => `#!/bin/bash
set -eu
unit=${root}${UNIT}
case $1 in
  start)
    env $(sed -n 's/^Environment=//p' $unit) timeout 300 $(sed -n 's/^ExecStart=//p' $unit) >>${root}/journal 2>&1 &
    echo $! >${root}/pid
    until ${root}/usr/local/bin/catalogd healthcheck --config ${root}${SETTINGS} >/dev/null 2>&1; do
      kill -0 $(cat ${root}/pid)
    done ;;
  stop)
    kill -TERM $(cat ${root}/pid)
    while kill -0 $(cat ${root}/pid) 2>/dev/null; do sleep 0.05; done ;;
esac
`;

/** A machine as the documents have it, in a folder: its paths begin there. */
export interface Machine {
  root: string;
  url: string;
  /** Runs commands as printed. */
  run(commands: string, env?: Record<string, string>): ReturnType<typeof runShell>;
  /** Writes a file as printed. */
  write(path: string, text: string): void;
  /** What the service has logged. */
  journal(): string;
  stop(): Promise<void>;
}

/** Puts the binary, a unit and settings into a folder. */
export async function newMachine(binary: string, unit: string): Promise<Machine> {
  const root = temporaryFolder();
  const here = (text: string) => text.replaceAll(PATHS, (path) => `${root}${path}`);
  const port = await freePort();
  const folders = [
    "etc/systemd/system",
    "usr/local/bin",
    "var/lib/private/catalogd",
    "backup",
    "bin",
    "srv",
    "work/out",
    "etc/bash_completion.d",
  ];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  // So it is with DynamicUser.
  symlinkSync("private/catalogd", join(root, "var/lib/catalogd"));
  chmodSync(join(root, "var/lib/private/catalogd"), 0o700);
  for (const place of ["usr/local/bin/catalogd", "work/out/catalogd"]) {
    copyFileSync(binary, join(root, place));
    chmodSync(join(root, place), 0o755);
  }
  writeFileSync(join(root, "bin/systemctl"), systemctl(root), { mode: 0o755 });
  writeFileSync(
    join(root, SETTINGS),
    `# as somebody writes it\nexport PORT="${port}"\nRATE_LIMIT_DISABLED=1\nOPERATOR_KEY="${OPERATOR_KEY}"\n`,
  );
  const run = (commands: string, env: Record<string, string> = {}) =>
    runShell(here(commands), {
      cwd: join(root, "work"),
      env: {
        PATH: `${root}/bin:${root}/usr/local/bin:${process.env["PATH"]}`,
        XDG_CONFIG_HOME: `${root}/home`,
        ...env,
      },
    });
  const write = (path: string, text: string) => writeFileSync(join(root, path), here(text));
  write(UNIT, unit);
  return {
    root,
    url: `http://127.0.0.1:${port}`,
    run,
    write,
    journal: () => readFileSync(join(root, "journal"), "utf8"),
    stop: async () => {
      if (existsSync(join(root, "pid"))) await run("systemctl stop catalogd || true");
    },
  };
}
