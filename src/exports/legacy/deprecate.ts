import { markDeprecated } from "../../http/output/deprecation.ts";

/** What the older routes export, and as which files. */
export const LEGACY_TYPES = ["products", "suppliers", "imports", "orders", "customers"] as const;
export const LEGACY_FORMATS = ["csv", "json", "excel"] as const;

interface Answered {
  set: { headers: Record<string, string | number> };
}

/** Says that a route has a successor. Source: RFC 9745, RFC 5829. */
export function deprecate({ set }: Answered, successor: string): void {
  markDeprecated(set.headers);
  set.headers["link"] = `</api/v1${successor}>; rel="successor-version"`;
}
