import { Elysia } from "elysia";
import { openLog } from "../../runtime/log.ts";
import type { GateServices } from "../gate/gate.ts";
import { RateLimiter, type RateLimits } from "../gate/limits/rate-limit.ts";
import { type ConventionServices, conventions } from "../input/conventions.ts";
import { errorDocsRoutes } from "./error-docs.ts";

type CheckedServices = GateServices & ConventionServices & { config: RateLimits };

/**
 * Makes sure that requests are validated: a wrong build step can lose that without a word. Throws when it is lost. Asks
 * an app of one family, so that the refusal is in no log and no metric and the start does not build all of them twice.
 */
export async function selfCheck(services: CheckedServices): Promise<void> {
  // Under maintenance it would be refused like everybody else.
  const quiet = { ...services, config: { ...services.config, maintenance: false }, log: openLog("silent", "check") };
  const limiter = new RateLimiter(services.config, services.now);
  const metrics = { observe: () => undefined };
  const app = new Elysia()
    .use(conventions(quiet, { limiter, defaultLocale: "en", checkAnswers: false, expansions: {} }, metrics, () => 0))
    .use(errorDocsRoutes(quiet));
  const { status } = await app.handle(new Request("http://localhost/docs/errors?language=none"));
  if (status !== 400) throw new Error(`Validation is off: the self-check was answered with ${status}`);
}
