import { Elysia } from "elysia";
import { answerPrepared, preparedOnce } from "../http/output/prepared-body.ts";
import { logoPathOf, PLATFORM_NAMES } from "./engine/platforms.ts";

const HEADERS = {
  "content-type": "image/svg+xml; charset=utf-8",
  "cache-control": "public, max-age=604800",
  "content-security-policy": "default-src 'none'",
};
const LETTERS = 2;

/** The first letters of a name's words, also of those that are written together; of one word its first two letters. */
function initialsOf(name: string): string {
  const words = name.replace(/\(.*\)/, "").match(/[A-Z]?[a-z]+|[A-Z]|\d/g) ?? [];
  const letters = words.length > 1 ? words.map((word) => word.charAt(0).toUpperCase()).join("") : name;
  return letters.slice(0, LETTERS);
}

/** Our own icon of a platform, which is no trademark: its initials on a grey square. */
export const logoOf = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"><title>${name}</title>` +
  '<rect width="64" height="64" rx="12" fill="#475569"/>' +
  '<text x="32" y="42" text-anchor="middle" font-family="system-ui,sans-serif" font-size="28" font-weight="600" ' +
  `fill="#fff">${initialsOf(name)}</text></svg>\n`;

/** `/static/platforms/{platform}.svg`: the icons. */
export function logoRoutes() {
  const routes = new Elysia({ detail: { hide: true } });
  for (const [id, name] of PLATFORM_NAMES) {
    const body = preparedOnce(() => logoOf(name));
    routes.get(logoPathOf(id), async ({ request }) => answerPrepared(request, await body(), HEADERS));
  }
  return routes;
}
