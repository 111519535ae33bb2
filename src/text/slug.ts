import { slugOfKey } from "../../db/products/slug.ts";
import { nameKey } from "./name-key.ts";

/** The name as a part of a URL: `a-z`, digits and single dashes; "" when it has neither letters nor digits of these. */
export const slugOf = (name: string): string => slugOfKey(nameKey(name));
