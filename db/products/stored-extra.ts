import { slugOfKey } from "./slug.ts";

type Extra = Record<string, unknown>;

/** The columns that parts of `extra` may follow from. */
interface Beside {
  titleKey: string;
  imageUrl: string | null;
}

const isOnly = (urls: unknown, url: string | null): boolean =>
  Array.isArray(urls) && urls.length === 1 && urls[0] === url;

/**
 * The text that `extra` is stored as: `true` stands for a slug that is the title's and for a list of images that has only the
 * primary one, which other columns of the row hold already. Nearly every imported product has both.
 */
export function packExtra({ extra, titleKey, imageUrl }: Beside & { extra: Extra }): string {
  const { url_slug: slug, image_urls: urls } = extra;
  const hasOwnSlug = slug === undefined || slug !== slugOfKey(titleKey);
  if (hasOwnSlug && !isOnly(urls, imageUrl)) return JSON.stringify(extra);
  return JSON.stringify({
    ...extra,
    ...(hasOwnSlug ? {} : { url_slug: true }),
    ...(isOnly(urls, imageUrl) && { image_urls: true }),
  });
}

/** Puts what `true` stands for into an `extra` as it is stored, in place, and returns it. */
export function unpackExtra(stored: unknown, { titleKey, imageUrl }: Beside): Extra {
  const extra = stored as Extra; // `packExtra` has written it from such an object
  if (extra["url_slug"] === true) extra["url_slug"] = slugOfKey(titleKey);
  if (extra["image_urls"] === true) extra["image_urls"] = [imageUrl];
  return extra;
}
