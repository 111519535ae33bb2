import { Elysia } from "elysia";
import { isDevelopment } from "../../config/environment.ts";
import { ApiError } from "../output/errors.ts";
import { answerPrepared } from "../output/prepared-body.ts";
import { openConsole } from "./open-console.ts";
import { SCREENS } from "./screens.ts";

/** `/`: the console, one page at the addresses of all its screens, and the files that it loads. */
export function consoleRoutes({ config }: { config: { console: boolean } }) {
  const routes = new Elysia({ detail: { hide: true } });
  if (!config.console) {
    return routes.get("/", () => new Response(null, { status: 302, headers: { location: "/docs" } }));
  }
  const read = openConsole({ followsSources: isDevelopment() });
  const answer = async (request: Request, path: string) => {
    const file = (await read()).get(path);
    // Of an older version, in a page that has been open since: the console asks to be loaded again.
    if (!file) throw new ApiError("NOT_FOUND", { key: "not_found.path" });
    return answerPrepared(request, file.body, file.headers);
  };
  const page = ({ request }: { request: Request }) => answer(request, "/");
  routes.get("/", page);
  for (const screen of SCREENS) routes.get(`/${screen}`, page).get(`/${screen}/*`, page);
  return routes.get("/console/*", ({ request }) => answer(request, new URL(request.url).pathname));
}
