import type { Config } from "../../../config/config.ts";
import { originOf } from "../../gate/caller/origin.ts";
import type { SecureServices } from "../../gate/credentials/cookies.ts";
import { ApiError } from "../../output/errors.ts";

const DAY_MS = 86_400_000;
/** The standard recommends less than a year. */
const VALID_DAYS = 180;

interface SecurityServices extends SecureServices {
  config: SecureServices["config"] & Pick<Config, "securityContact">;
  now: () => number;
}

/**
 * `/.well-known/security.txt`: where to report a vulnerability of this installation; 404 until the operator has named a
 * contact. Source: https://www.rfc-editor.org/rfc/rfc9116
 */
export function securityText(request: Request, services: SecurityServices): Response {
  const { config, now } = services;
  if (config.securityContact === undefined) throw new ApiError("NOT_FOUND");
  const origin = originOf(request, services);
  const lines = [
    `Contact: ${config.securityContact}`,
    `Expires: ${new Date(now() + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en, fr",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/docs/security`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
  });
}
