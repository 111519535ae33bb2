import { nameKey } from "./name-key.ts";

const SLUG_MAX = 255;

/** The name as a part of a URL: `a-z`, digits and single dashes; "" when it has neither letters nor digits of these. */
export const slugOf = (name: string): string => slugOfKey(nameKey(name));

/** The same of a name's key. */
export const slugOfKey = (key: string): string =>
  key
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, "");
