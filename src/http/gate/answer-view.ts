import type { Reader } from "../../../db/ports.ts";
import { type Expanding, expandingOf, takeExpand, withExpand } from "../input/expand.ts";
import { isPaged, type Sparse, sparseOf, takeFields, withFields } from "../input/sparse.ts";
import type { RouteSchemas } from "../input/validation.ts";
import { cutList, type Paging, pagingOf, takePaging, withPaging } from "../input/whole-list.ts";
import { expandAnswer } from "../output/expand-answer.ts";
import { sparseAnswer } from "../output/page-headers.ts";
import type { PageMeta } from "../output/page-links.ts";
import { requireRights } from "./admission.ts";
import type { Call } from "./call.ts";
import type { Policy } from "./policy.ts";

/** An answer, or the part of it that was asked for. */
export interface Shown {
  body: unknown;
  /** Where the part of a list is. */
  meta?: PageMeta;
}

/** How callers say what they want to see of a route's answer: a part of a list, some of its fields, what its ids name. */
export class AnswerView {
  /** Whether the answer is a page of a list. */
  readonly isPaged: boolean;
  readonly #sparse: Sparse | undefined;
  readonly #paging: Paging | undefined;
  readonly #expanding: Expanding | undefined;

  /** Adds the parameters to the query of `schemas`. */
  constructor(schemas: RouteSchemas, policy: Policy) {
    this.isPaged = isPaged(schemas);
    this.#sparse = sparseOf(schemas, policy.credential !== "none" && policy.isSparse === true);
    this.#paging = pagingOf(schemas);
    this.#expanding = policy.credential === "none" ? undefined : expandingOf(schemas, policy.tier);
    if (this.#sparse) schemas.query = withFields(schemas.query, this.#sparse);
    if (this.#paging) schemas.query = withPaging(schemas.query, this.#paging);
    if (this.#expanding) schemas.query = withExpand(schemas.query, this.#expanding);
  }

  /** Takes out of a query what is wanted. Throws INVALID_PARAMETER, and PERMISSION_DENIED or MODULE_DISABLED for what the caller may not read. */
  take(call: Call, query: Record<string, unknown>): void {
    if (this.#sparse) call.fields = takeFields(query, this.#sparse);
    if (this.#paging) call.part = takePaging(query, this.#paging);
    if (this.#expanding) call.expand = takeExpand(query, this.#expanding);
    for (const name of call.expand ?? []) {
      const kind = this.#expanding?.kinds[name];
      const rights = kind && call.app.expansions[kind]?.rights;
      if (rights && call.principal) requireRights(call.principal, rights);
    }
  }

  /** The part of a list that was asked for. */
  cut(call: Call, answer: unknown): Shown {
    return cutList(answer, call.part, this.#paging);
  }

  /** The same with what its ids name, where that was asked for. */
  async expand(call: Call, shown: Shown, db: Reader): Promise<Shown> {
    if (!call.expand || !this.#expanding) return shown;
    const { expansions } = call.app;
    return { ...shown, body: await expandAnswer(shown.body, call.expand, this.#expanding, { expansions, db }) };
  }

  /** The requested fields of it. */
  pick(call: Call, body: unknown): unknown {
    return sparseAnswer(call, body, this.#sparse);
  }
}
