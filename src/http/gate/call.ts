import type { Once } from "../../../db/ports.ts";
import type { Config } from "../../config/config.ts";
import { currentTurn } from "../../runtime/event-loop-turn.ts";
import type { Expansions } from "../input/expand.ts";
import { negotiateLanguage } from "../input/language.ts";
import type { Part } from "../input/whole-list.ts";
import type { ErrorCode } from "../output/faults/error-codes.ts";
import type { Language } from "../output/messages.ts";
import type { Encoding } from "../output/packing.ts";
import type { Principal } from "./credentials/principal.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";

// Long enough for a trace id, and nothing that could break a log line or a header.
const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The id a request is known by in answers and logs: the caller's own when it is well-formed. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && ACCEPTED.test(given) ? given : crypto.randomUUID();
}

/** What all requests of one app share. */
export interface AppState {
  limiter: RateLimiter;
  defaultLocale: Config["defaultLocale"];
  /** Tests refuse an answer that is not what the route declares. */
  checkAnswers: boolean;
  /** What answers can show of the rows that their ids name. */
  expansions: Expansions;
}

/** What is known of one request. Made when it comes in, before a route is found; hooks add to it. */
export class Call {
  readonly app: AppState;
  readonly requestId: string;
  readonly startedMs = performance.now();
  /** Of the route that took it, as it is declared. */
  route = "unknown";
  /** As it was called, without the query. */
  path = "";
  readonly #acceptLanguage: string | null;
  #language: Language | undefined;
  /** Set once the route's policy has been enforced; absent on a public route. */
  principal: Principal | undefined;
  /** Why the caller was refused, for the log. */
  refusal: string | undefined;
  isAdmitted = false;
  /** Whether it was counted for the network it came from. */
  isCounted = false;
  /** Takes this request out of the rate limit's count, if it does not count once it was refused so. */
  giveBack: ((refusal: ErrorCode) => void) | undefined;
  /** The same once it has succeeded. */
  forgive: (() => void) | undefined;
  /** Set when the caller sent an Idempotency-Key. */
  once: Once | undefined;
  isReplayed = false;
  /** How long it has waited for a change because its caller wished so: that is no work, and nothing slow. */
  waitedMs = 0;
  /** Writes made so far; each needs a key of its own. */
  writes = 0;
  /** When it came in. */
  readonly turn = currentTurn();
  /** The body of its answer, where `sendLateBody` is to send that, and how it is to be compressed. */
  lateText: string | undefined;
  encoding: Encoding | undefined;
  /**
   * Called with the fields of an upload's form, returns those that its route does not know; throws where the caller prefers
   * so.
   */
  checkForm: (names: Iterable<string>) => void = () => undefined;
  /** The requested fields; `undefined`: all of them. */
  fields: readonly string[] | undefined;
  /** What is to be shown of what the answer names by id; `undefined`: nothing. */
  expand: readonly string[] | undefined;
  /** The requested part of a list that is answered whole; `undefined`: all of it. */
  part: Part | undefined;

  constructor(request: Request, app: AppState) {
    this.app = app;
    this.requestId = requestIdOf(request);
    this.#acceptLanguage = request.headers.get("accept-language");
  }

  /** Notes where it has come to, for the log. */
  isAt(route: string | undefined, path: string): void {
    if (route !== undefined) this.route = route;
    this.path = path;
  }

  /** The language of messages. */
  get language(): Language {
    this.#language ??= negotiateLanguage(this.#acceptLanguage, this.app.defaultLocale);
    return this.#language;
  }
}
