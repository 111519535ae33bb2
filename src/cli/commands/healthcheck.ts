import { stdout } from "node:process";
import type { Config } from "../../config/config.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";

const ANSWER_MS = 4_000;
/** Where a service that listens everywhere is reached from its own machine. */
const LOOPBACK: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** Where the service of these settings is reached from its own machine. */
export function serviceUrl({ host, port }: Pick<Config, "host" | "port">): string {
  const shown = LOOPBACK[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${shown}:${port}`;
}

/** `catalogd healthcheck`: whether the service answers where the settings say. Throws `CommandRefused`. */
export async function checkHealth(config: Pick<Config, "host" | "port">): Promise<void> {
  const url = `${serviceUrl(config)}/api/v1/health`;
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  if (response === undefined) throw new CommandRefused(`Nothing answers at ${url}`, EXIT.unavailable);
  if (!response.ok) throw new CommandRefused(`${url} answered ${response.status}`);
  stdout.write(`${url} is healthy\n`);
}
