import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import lock from "../../package-lock.json" with { type: "json" };
import { EMBEDDED_LICENCES } from "./embedded-licences.ts";

const NOTICES = /^(?:licen[cs]e|copying|notice)/i;

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

/** A package with its licence and the notices that it asks to be kept. */
function shown(folder: string, { version, license }: Locked): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NOTICES.test(name)) : [];
  const notices = names.map((name) => readFileSync(join(folder, name), "utf8").trim());
  const title = `${folder.replace(/^.*node_modules\//, "")} ${version ?? ""}: ${license ?? "see its notice"}`;
  return [title, "-".repeat(title.length), ...notices].join("\n");
}

/** The licences of every package that the service is built with, read from the installed packages. */
export const licencesOfPackages = (): string =>
  Object.entries<Locked>(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true && existsSync(path))
    .map(([path, locked]) => shown(path, locked))
    .join("\n\n");

/** What the binary has inside, or, from the sources, what is installed. */
export const allLicences = async (): Promise<string> => {
  const own = "catalogd has no licence yet: its owner decides. It is built with what follows.\n";
  const text = EMBEDDED_LICENCES === "" ? licencesOfPackages() : EMBEDDED_LICENCES;
  return `${own}\n${text}\n`;
};
