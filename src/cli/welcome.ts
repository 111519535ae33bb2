import { stdout } from "node:process";
import type { Running } from "./open-service.ts";

/** Tells where the service is, and once, on the first start, how to get in. */
export function printWelcome({ url, first }: Running): void {
  const lines = [
    "",
    `catalogd is running`,
    `  API          ${url}/api/v1`,
    `  Docs         ${url}/docs`,
    `  Health       ${url}/api/v1/health`,
  ];
  if (first) {
    lines.push(
      "",
      "First start. Save these credentials: they are not shown again.",
      `  E-mail       ${first.email}`,
      `  Password     ${first.password ?? "as set in CATALOGD_BOOTSTRAP_ADMIN_PASSWORD"}`,
      `  API key      ${first.apiKey}`,
      "",
      "  A first call:",
      `  curl -H "X-API-Key: ${first.apiKey}" ${url}/api/v1/products`,
    );
  }
  stdout.write(`${lines.join("\n")}\n\n`);
}
