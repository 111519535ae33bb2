import type { AnyElysia } from "elysia";
import * as FAMILIES from "./families.ts";
import { consoleRoutes } from "./http/console/console-routes.ts";
import { routeFinder } from "./http/gate/find-route.ts";
import type { RateLimiter } from "./http/gate/limits/rate-limit.ts";
import OWNERS from "./http/gate/route-owners.json" with { type: "json" };
import { findPlaces } from "./http/gate/route-places.ts";
import { newApp } from "./http/input/conventions.ts";
import { healthRoutes } from "./http/observe/health.ts";
import { metricsRoute } from "./http/observe/metrics.ts";
import type { Traces } from "./http/observe/traces.ts";
import { methodsOf } from "./http/output/faults/error-mapping.ts";
import { API, type Families, loadExpansions } from "./runtime/family.ts";
import type { Services } from "./runtime/services.ts";

type Answer = Response | Promise<Response>;

/** The path of a request, without a query; its address is parsed where that matters. */
function pathOf({ url }: Request): string {
  const start = url.indexOf("/", "https://".length);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/**
 * The HTTP surface of `createApp`, of which each family is loaded at its first request: a start answers sooner, and what is not
 * used takes no memory. `route-owners.json` says whose each route is. What is in no family's hand, as the description of all
 * or a path that is not there, is answered by the whole.
 */
export function openAppByNeed(services: Services, options: { limiter: RateLimiter; traces: Traces | undefined }) {
  const { metrics, config } = services;
  const place = findPlaces(OWNERS);
  const state = {
    ...{ limiter: options.limiter, checkAnswers: false, expansions: {} },
    defaultLocale: config.defaultLocale,
  };
  const base: AnyElysia = newApp(services, state, {
    metrics,
    find: (...route) => find(...route),
    traces: options.traces,
  })
    .use(metricsRoute(services, metrics))
    .use(consoleRoutes(services))
    .use(healthRoutes(services));
  const findBase = routeFinder(() => base);
  const find = (method: string, path: string) => place(method, path)?.parameters ?? findBase(method, path);

  const loadFamily = async (name: string): Promise<AnyElysia> => {
    const families: Families = FAMILIES;
    const [routes, expansions] = await Promise.all([families[name]?.routes?.() ?? [], loadExpansions(families)]);
    const app: AnyElysia = newApp(services, { ...state, expansions }, { metrics, find, traces: options.traces });
    app.config.prefix = API;
    for (const each of routes) app.use(each(services));
    return app;
  };
  const loadWhole = async (): Promise<AnyElysia> => (await import("./app.ts")).createApp(services, options);

  const apps = new Map<string, AnyElysia>();
  const loading = new Map<string, Promise<AnyElysia>>();
  /** Answers by a part that is loaded once, however many requests wait for it. */
  const answerBy = (name: string, load: () => Promise<AnyElysia>, request: Request): Answer => {
    const app = apps.get(name);
    if (app) return app.fetch(request);
    let begun = loading.get(name);
    if (!begun) {
      // One that could not be loaded is tried again by the next request.
      begun = load().finally(() => loading.delete(name));
      loading.set(name, begun);
    }
    return begun.then((loaded) => {
      apps.set(name, loaded);
      return loaded.fetch(request);
    });
  };
  return {
    fetch: (request: Request): Answer => {
      const path = pathOf(request);
      const method = request.method === "HEAD" ? "GET" : request.method;
      const owner = place(method, path)?.owner;
      if (owner !== undefined) return answerBy(owner, () => loadFamily(owner), request);
      const isOfBase = method === "OPTIONS" ? methodsOf(path, find).length > 0 : findBase(method, path) !== undefined;
      return isOfBase ? base.fetch(request) : answerBy("", loadWhole, request);
    },
  };
}
