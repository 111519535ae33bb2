import type { TextLimits } from "../../engine/push/text-limits.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: Product (title 80, description 4000, brand 65)
export const limits: TextLimits = {
  name: { max: 80, end: "" },
  description: { max: 4000 },
  brand: { max: 65, end: "" },
};

const IMAGES_MAX = 24;

/** As many pictures as it takes. */
export const picturesFor = (addresses: readonly string[]): string[] => addresses.slice(0, IMAGES_MAX);
