import type { TObject } from "@sinclair/typebox";
import type { Tier } from "../../config/tiers.ts";
import type { FieldChecks } from "../input/field-checks.ts";
import type { ErrorCode } from "../output/faults/error-codes.ts";
import type { ProblemsBesides } from "../output/faults/problems.ts";
import type { Credential } from "./credentials/authentication.ts";
import type { ModuleId, Permission, Scope } from "./credentials/principal.ts";

/** What a route takes as body. */
export interface BodyPolicy {
  /**
   * `form` takes a URL-encoded form and JSON. The route itself reads an `upload`, which is multipart, and a `raw` body, whose
   * bytes were signed.
   */
  type?: "json" | "form" | "upload" | "raw";
  /** Larger is 413. */
  maxBytes?: number;
  /** What the form of an upload holds, for its description: the route itself checks it. */
  form?: TObject;
  /** What the schema cannot say of the fields, so that it is reported together with what it can. */
  checks?: FieldChecks;
  /** What is wrong with a body besides its schema, checked when that has refused it: all problems are reported at once. */
  problemsBesides?: ProblemsBesides;
}

/** Whether a route refuses what it does not know; a list: but for these fields. */
export type Narrows = true | readonly string[];

interface AnyPolicy {
  tier: Tier;
  body?: BodyPolicy;
  /**
   * It says which of many resources it works on: a parameter or field that it does not know is refused, because to pass
   * over a misspelt one would take them all. A list names fields that are known and passed over all the same.
   */
  narrows?: Narrows;
  /** What the route itself refuses besides what the conventions do, for its description. */
  refusals?: readonly ErrorCode[];
}

/** Who may call a route, and how often. */
export interface AccessPolicy extends AnyPolicy {
  credential: Credential;
  /** What a session needs. */
  permission?: Permission;
  /** What a key needs. */
  scope?: Scope;
  module?: ModuleId;
  /** A POST that changes nothing: it stays possible under a suspended licence. */
  readOnly?: true;
  /** A suspended licence does not stop it. */
  ignoresLicence?: true;
  /** Counted separately from the rest of its tier, and only when it is accepted: it is what costs. */
  operation?: string;
  /** The tier that the handler counts by `countOperation`, where only some of its requests cost: the one to describe. */
  countedAs?: Tier;
  /** A refresh token will do for a session. */
  takesRefreshToken?: true;
  /** The answer holds a secret: it is never stored, so an Idempotency-Key does not bring it back. */
  secretAnswer?: true;
  /** `fields` names what is wanted of the answer; of the items of a page it always does. */
  isSparse?: true;
}

/** How often a public route may be called. */
export interface OpenPolicy extends AnyPolicy {
  credential: "none";
  /** Who is counted besides the address, read from the body: the email of a login. */
  identity?: (body: unknown) => string;
  /** A request that succeeds does not count for the network it came from. Only with `identity`. */
  forgivesSuccess?: true;
  /** It gives a browser cookies, so no page of another site may ask for it. */
  ownPagesOnly?: true;
  /** A secret of its own that the route asks for, looked at before the body is read. Not together with `identity`. */
  guard?: Guard;
}

/** Another credential than a session or an API key. */
export interface Guard {
  /** Its name among the security schemes of the description. */
  scheme: string;
  /** Throws when the request lacks it. */
  check(request: Request): void;
}

export type Policy = AccessPolicy | OpenPolicy;

/** The policy as the OpenAPI document says it. */
export interface PublishedPolicy {
  security: Record<string, string[]>[];
  "x-credential": Policy["credential"];
  "x-rate-limit-tier": Tier;
  "x-permission"?: Permission;
  "x-scope"?: Scope;
  "x-module"?: ModuleId;
  "x-allowed-when-suspended"?: true;
  "x-refuses-unknown-names"?: true;
}

const SCHEMES: Record<Policy["credential"], string[]> = {
  none: [],
  any: ["bearerAuth", "apiKeyAuth", "cookieAuth"],
  session: ["bearerAuth", "cookieAuth"],
  api_key: ["apiKeyAuth"],
  sync_key: ["syncKeyAuth"],
};

const schemesOf = (policy: Policy): string[] =>
  policy.credential === "none" && policy.guard ? [policy.guard.scheme] : SCHEMES[policy.credential];

/** Whether a suspended licence leaves a route's writes alone. */
export const isOpenWhenSuspended = ({ readOnly, ignoresLicence, tier }: AccessPolicy): boolean =>
  Boolean(readOnly || ignoresLicence || tier.startsWith("AUTH_"));

/**
 * Whether answers may be compressed: the length of a compressed answer shows how well it compresses, and so what a secret
 * beside it is like. Source: https://www.breachattack.com/
 */
export const holdsNoSecret = (policy: Policy): boolean =>
  policy.credential === "none"
    ? policy.tier === "READ_PUBLIC"
    : !policy.secretAnswer && !policy.tier.startsWith("AUTH_");

/** What the OpenAPI document says of a route's policy. */
export function publishPolicy(policy: Policy): PublishedPolicy {
  const { permission, scope, module, countedAs }: Partial<AccessPolicy> = policy.credential === "none" ? {} : policy;
  return {
    security: schemesOf(policy).map((scheme) => ({ [scheme]: [] })),
    "x-credential": policy.credential,
    "x-rate-limit-tier": countedAs ?? policy.tier,
    ...(permission && { "x-permission": permission }),
    ...(scope && { "x-scope": scope }),
    ...(module && { "x-module": module }),
    ...(policy.credential !== "none" && isOpenWhenSuspended(policy) && { "x-allowed-when-suspended": true }),
    ...(policy.narrows && { "x-refuses-unknown-names": true }),
  };
}
