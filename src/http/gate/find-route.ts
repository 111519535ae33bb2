import type { AnyElysia } from "elysia";
import type { FindRoute } from "../output/faults/error-mapping.ts";

/** Looks routes up in an app, by how many parameters their path has; a trailing slash makes no difference. */
export function routeFinder(whole: () => AnyElysia | undefined): FindRoute {
  return (method, path) => {
    const app = whole();
    if (!app) return undefined;
    const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const isStatic = [bare, `${bare}/`].some((each) => app.router.static[each]?.[method] !== undefined);
    if (isStatic) return 0;
    const found = app.router.http.find(method, bare);
    return found ? Object.keys(found.params).length : undefined;
  };
}
