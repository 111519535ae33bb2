import type { TSchema } from "@sinclair/typebox";
import { ElysiaCustomStatusResponse } from "elysia";
import type { Reader, Write } from "../../../db/ports.ts";
import { checkUpload, readBody } from "../input/body.ts";
import { type BodyShape, bodyShapeOf } from "../input/json-survey.ts";
import { UnknownNames } from "../input/unknown-names.ts";
import { type RouteSchemas, type ValidInput, validationBy } from "../input/validation.ts";
import { answerCheckBy } from "../output/answer-check.ts";
import { JSON_TYPE, JsonText } from "../output/json-text.ts";
import { markExpanded, markPage } from "../output/page-headers.ts";
import { takeLateBody, takePacked } from "../output/stream-late-body.ts";
import { type AdmissionServices, admit, admitAnyone, countNetwork } from "./admission.ts";
import { AnswerView, type Shown } from "./answer-view.ts";
import type { Call } from "./call.ts";
import { refuseForeign } from "./credentials/csrf.ts";
import { turnsOf } from "./limits/event-loop-turns.ts";
import { type BodyPolicy, holdsNoSecret, type Policy } from "./policy.ts";
import { onceOf, replay, saveAnswer } from "./write/idempotency.ts";

/** What the gate needs of the services. */
export interface GateServices extends AdmissionServices {
  reader(tenantId: string): Reader;
  write: Write;
  /** Unix milliseconds. */
  now: () => number;
  config: AdmissionServices["config"] & { uploadLimitMib: number };
}

interface Answering {
  headers: Record<string, string | number>;
  status?: number | string;
}

/** What a hook of the gate reads of Elysia's context. */
export interface GateContext {
  request: Request;
  call: Call;
  set: Answering;
}
interface InputContext extends GateContext {
  params: Record<string, string> | undefined;
  url: string;
  qi: number;
  body: unknown;
}

/** An answer on its way out. */
interface Answered extends GateContext {
  responseValue: unknown;
}

/** What a handler answers, without the status that it may be wrapped in. */
const bodyOf = (answer: unknown): unknown => (answer instanceof ElysiaCustomStatusResponse ? answer.response : answer);

/** JSON as text, which leaves faster than an object does; `undefined` for any other answer. */
function writeJson(set: Answering, answer: unknown, body: unknown): string | undefined {
  const isText = body instanceof JsonText;
  const isPlain = Array.isArray(body) || (typeof body === "object" && body?.constructor === Object);
  if (!isText && !isPlain) return undefined;
  if (answer instanceof ElysiaCustomStatusResponse) set.status = Number(answer.code);
  set.headers["content-type"] ??= JSON_TYPE;
  return isText ? body.text : JSON.stringify(body);
}

/** What takes the place of an answer; `undefined` leaves it. */
type Sent = string | Response | undefined;

/** The policy of a gated route, stored among its hooks for the description. */
export interface GateFacts {
  policy: Policy;
  schemas: RouteSchemas;
}

const MIB = 1024 * 1024;
// A login costs up to a millisecond besides its hash.
const STRANGERS_A_TURN = 4;
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
// What distinguishes one unread body from another.
const sizeOf = ({ headers }: Request) => headers.get("content-length") ?? "";
/** What anybody may send, be it or not a login: passwords and tokens are short. */
const STRANGERS_BYTES_MAX = 8 * 1024;
const bodyPolicyOf = (policy: Policy): BodyPolicy | undefined =>
  policy.credential === "none" && !policy.guard ? { maxBytes: STRANGERS_BYTES_MAX, ...policy.body } : policy.body;

/** Stands before one route: lets requests in, reads and validates what they bring, and repeats answers. */
export class Gate {
  readonly #policy: Policy;
  readonly #services: GateServices;
  readonly #mayPack: boolean;
  #schemas: RouteSchemas = {};
  #view: AnswerView | undefined;
  // Compiled at the first request: 200 routes at start would cost a tenth of a second.
  #validate: ReturnType<typeof validationBy> | undefined;
  #shape: BodyShape | undefined;
  #checkAnswer: ReturnType<typeof answerCheckBy> | undefined;
  /** A sender without a credential may send many at once. */
  readonly #turn = turnsOf(STRANGERS_A_TURN);

  constructor(policy: Policy, services: GateServices) {
    this.#policy = policy;
    this.#services = services;
    this.#mayPack = holdsNoSecret(policy);
  }

  /** Takes a route's schemas out of its hooks, so that Elysia does not validate, and keeps them for the description. */
  takeSchemas(hooks: Record<string, unknown>): void {
    const { params, query, body, response } = hooks;
    // The declaration of a route is held to these types by Elysia's own.
    this.#schemas = { params, query, body, response } as RouteSchemas;
    this.#view = new AnswerView(this.#schemas, this.#policy);
    for (const name of ["params", "query", "body", "response"]) delete hooks[name];
    hooks["gate"] = { policy: this.#policy, schemas: this.#schemas } satisfies GateFacts;
  }

  /** Runs before the body is read. A promise only where there is something to wait for. */
  enter({ request, call, set }: GateContext): Promise<void> | undefined {
    const policy = this.#policy;
    if (call.isAdmitted) return undefined;
    if (policy.credential !== "none") return admit({ request, call, headers: set.headers, policy }, this.#services);
    if (policy.ownPagesOnly) refuseForeign(request, this.#services.config);
    if (policy.identity) {
      countNetwork(request, call, policy, this.#services);
    } else {
      admitAnyone(request, call, policy, this.#services);
      policy.guard?.check(request);
    }
    return undefined;
  }

  /** Reads the body, `null` when the route reads it itself or takes none. */
  async read(context: GateContext, contentType: string): Promise<unknown> {
    const { request, call } = context;
    if (this.#policy.credential === "none" && this.#policy.identity) await this.#turn();
    await this.enter(context);
    const policy = bodyPolicyOf(this.#policy);
    if (policy?.type === "upload") {
      checkUpload(request, contentType, policy.maxBytes ?? this.#services.config.uploadLimitMib * MIB);
    }
    if (!this.#readsBody()) return null;
    this.#shape ??= bodyShapeOf(this.#schemas.body);
    const { value, hash } = await readBody(request, contentType, policy, { shape: this.#shape });
    call.once = this.#mayRepeat() ? onceOf(request, call, hash) : undefined;
    return value ?? null;
  }

  /** Runs before the handler; what it returns takes the place of what came. */
  check(context: InputContext): ValidInput | Promise<ValidInput> {
    const entering = this.enter(context);
    if (entering === undefined) return this.#validated(context);
    return entering.then(() => this.#validated(context));
  }

  #validated(context: InputContext): ValidInput | Promise<ValidInput> {
    const { request, call, params, url, qi, set } = context;
    // `null` means "no body" where the body was read here; sent as JSON it is no object, and refused the same.
    const body = BODILESS.has(request.method) ? undefined : (context.body ?? undefined);
    if (!call.isAdmitted && this.#policy.credential === "none") {
      admitAnyone(request, call, this.#policy, this.#services, ` ${this.#policy.identity?.(body) ?? ""}`);
    }
    if (!this.#readsBody() && this.#mayRepeat()) call.once = onceOf(request, call, () => sizeOf(request));
    const schemas = this.#readsBody() ? this.#schemas : { ...this.#schemas, body: undefined };
    this.#validate ??= validationBy(schemas, { ...this.#policy.body, narrows: this.#policy.narrows });
    const { headers } = set;
    const prefer = () => request.headers.get("prefer");
    const unknown = new UnknownNames();
    if (this.#policy.body?.type === "upload") {
      call.checkForm = (names) => {
        for (const name of names) if (!this.#isInForm(name)) unknown.note(name);
        unknown.report(headers, prefer);
      };
    }
    const valid = this.#validate({ params, url, queryStart: qi, body, headers, prefer, unknown });
    if (!(valid instanceof Promise)) this.#view?.take(call, valid.query ?? {});
    return valid;
  }

  /** The answer to a request that was made before. */
  replay({ call }: { call: Call }): Promise<Response | undefined> | undefined {
    if (!call.once || !call.principal) return undefined;
    return replay(this.#services.reader(call.principal.tenantId), call, this.#services.now());
  }

  /** Looks at the answer on its way out; what it returns takes its place. */
  leave(answered: Answered): Sent | Promise<Sent> {
    const { call } = answered;
    call.forgive?.();
    if (call.app.checkAnswers || call.once || call.expand) return this.#inspect(answered);
    return this.#send(answered, this.#cut(answered));
  }

  /** The part of the answer that was asked for. */
  #cut({ call, responseValue }: Answered): Shown {
    const body = bodyOf(responseValue);
    return this.#view?.cut(call, body) ?? { body };
  }

  /** The answer as JSON text; an empty one when that is sent in another way. */
  #send({ request, call, set, responseValue }: Answered, { body, meta }: Shown): Sent {
    const { headers } = set;
    const text = writeJson(set, responseValue, this.#view?.pick(call, body) ?? body);
    if (text === undefined) return undefined;
    const leaving = { request, headers };
    const isOfOthers = call.expand ? markExpanded(leaving, text) : undefined;
    const unchanged = this.#view?.isPaged || meta ? markPage(leaving, meta ?? body, text) : isOfOthers;
    if (unchanged) return unchanged;
    if (this.#mayPack && takePacked(call, request, headers, text)) return "";
    return takeLateBody(call, request.method, text) ? "" : text;
  }

  async #inspect(answered: Answered): Promise<Sent> {
    const { call, set, responseValue } = answered;
    const isStatus = responseValue instanceof ElysiaCustomStatusResponse;
    const status = Number(isStatus ? responseValue.code : (set.status ?? 200));
    const body = bodyOf(responseValue);
    if (call.app.checkAnswers && !(body instanceof Response) && !(body instanceof ReadableStream)) {
      this.#checkAnswer ??= answerCheckBy(this.#schemas);
      this.#checkAnswer(status, body);
    }
    if (call.once) await saveAnswer(this.#services.write, call, { status, body, headers: set.headers });
    const shown = this.#cut(answered);
    const { principal } = call;
    if (!this.#view || !call.expand || !principal || body instanceof Response) return this.#send(answered, shown);
    const db = this.#services.reader(principal.tenantId);
    return this.#send(answered, await this.#view.expand(call, shown, db));
  }

  /** An upload declares its body for the description only, and reads it itself. */
  #readsBody(): boolean {
    return (
      this.#schemas.body !== undefined && this.#policy.body?.type !== "upload" && this.#policy.body?.type !== "raw"
    );
  }

  /** Whether the form of an upload has such a field. */
  #isInForm(name: string): boolean {
    const schemas: (TSchema | undefined)[] = [this.#policy.body?.form, this.#schemas.body];
    return schemas.some((schema) => Object.hasOwn(schema?.["properties"] ?? {}, name));
  }

  #mayRepeat(): boolean {
    return this.#policy.credential !== "none" && !this.#policy.secretAnswer;
  }
}
