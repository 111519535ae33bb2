import robotsParser from "robots-parser";

/** How we call ourselves to web sites. */
export const AGENT = "catalogd";

/** Whether a robots.txt lets us read a path. Source: RFC 9309. */
export const mayRead = (robots: string, path: string): boolean =>
  robotsParser("https://site.invalid/robots.txt", robots).isAllowed(`https://site.invalid${path}`, AGENT) ?? true;
