import type { AnyElysia } from "elysia";
import type { FindRoute } from "./error-mapping.ts";

/** Looks routes up in an app; a trailing slash makes no difference. */
export function routeFinder(whole: () => AnyElysia | undefined): FindRoute {
  return (method, path) => {
    const app = whole();
    if (!app) return false;
    const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const isStatic = [bare, `${bare}/`].some((each) => app.router.static[each]?.[method] !== undefined);
    return isStatic || Boolean(app.router.http.find(method, bare));
  };
}
