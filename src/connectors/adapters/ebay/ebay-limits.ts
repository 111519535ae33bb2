// Source: https://developer.ebay.com/api-docs/sell/inventory/types/slr:Product , `title` and `imageUrls`
const TITLE_MAX = 80;
const IMAGES_MAX = 24;

/** A title as eBay takes it. */
export const titleFor = (title: string): string => title.slice(0, TITLE_MAX).trimEnd();

/** As many pictures as it takes. */
export const picturesFor = (addresses: readonly string[]): string[] => addresses.slice(0, IMAGES_MAX);
