import { createHash, timingSafeEqual } from "node:crypto";
import type { AdmissionServices } from "../admission.ts";
import { networkOf } from "./network.ts";

/** What a proxy says of whom it speaks for. */
const OF_PROXIES = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];
const LOOPBACK = /^127\.|^::1$/;

/** Whether a request was made on this machine, and not by a proxy for somebody elsewhere. */
export function isLocal(request: Request, { addressOf }: Pick<AdmissionServices, "addressOf">): boolean {
  if (OF_PROXIES.some((name) => request.headers.has(name))) return false;
  const address = addressOf(request);
  return LOOPBACK.test(address) || LOOPBACK.test(networkOf(address));
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether two secrets are the same; takes as long for both. */
export const isSameSecret = (given: string, expected: string): boolean =>
  // Digests have one length, for any body.
  timingSafeEqual(digest(given), digest(expected));

/** What says who may look behind the API. */
export interface InsideServices extends Pick<AdmissionServices, "addressOf"> {
  config: { metricsToken: string | undefined };
}

/** Whether a request may see how the service is doing inside: with the token of the metrics, without one on this machine. */
export function mayLookInside(request: Request, services: InsideServices): boolean {
  const { metricsToken } = services.config;
  if (metricsToken === undefined) return isLocal(request, services);
  return isSameSecret(request.headers.get("authorization") ?? "", `Bearer ${metricsToken}`);
}
