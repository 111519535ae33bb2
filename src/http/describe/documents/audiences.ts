import type { OpenAPIV3_1 } from "openapi-types";
import type { Description } from "./schemas.ts";
import { METHODS, partOf } from "./shared-parts.ts";

/** Who reads a part of the description, and which part that is. */
export interface Audience {
  id: string;
  title: string;
  text: string;
  /** What its paths begin with, behind `/api/v1/`; every other path belongs to the first audience. */
  beginnings: readonly string[];
}

/** The parts that Swagger UI shows, one at a time: what it has to read is what it is slow by. */
export const AUDIENCES: readonly Audience[] = [
  {
    id: "catalog",
    title: "Catalog",
    text: "Products and what belongs to them: brands, categories, texts, images, stock, prices, search.",
    beginnings: [],
  },
  {
    id: "in-and-out",
    title: "In and out",
    text: "Files in and out, shops and marketplaces, webhooks.",
    beginnings: ["imports", "import-configs", "mapping-templates", "exports", "connectors", "webhooks"],
  },
  {
    id: "machines",
    title: "Machine APIs",
    text: "For ERPs and other programs that keep themselves in step with the catalog.",
    beginnings: ["ext", "appsync", "prices/observations", "prices/export-watchlist"],
  },
  {
    id: "administration",
    title: "Administration",
    text: "Sessions, API keys, users, settings and the audit log.",
    beginnings: ["auth", "api-keys", "settings", "audit-log", "operator", "health"],
  },
];

/** The audience whose part has a path. */
export const audienceOf = (path: string): Audience | undefined =>
  AUDIENCES.find(({ beginnings }) => beginnings.some((each) => `${path}/`.startsWith(`/api/v1/${each}/`))) ??
  AUDIENCES[0];

/** Email and password, for the dialog of Swagger UI: the form login takes what OAuth2 calls the password flow. */
const SIGN_IN: OpenAPIV3_1.SecuritySchemeObject = {
  type: "oauth2",
  description: "Your e-mail address and password. You stay signed in for 15 minutes, on this page only.",
  flows: { password: { tokenUrl: "/api/v1/auth/login", scopes: {} } },
};

/** What this page can send; cookies and tokens of a session are replaced by signing in. */
const SCHEME_OF: Record<string, string> = {
  bearerAuth: "signIn",
  apiKeyAuth: "apiKeyAuth",
  syncKeyAuth: "syncKeyAuth",
  operatorKey: "operatorKey",
};

/** The same credentials as a page sends them. */
const sendable = (security: Record<string, string[]>[]) =>
  security
    .flatMap((each) => Object.keys(each).flatMap((name) => SCHEME_OF[name] ?? []))
    .map((name) => ({ [name]: [] }));

/** The description with the credentials that a page can send. */
export function forPage(description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).map(([path, item = {}]) => {
    const methods = METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, { ...operation, security: sendable(operation.security ?? []) }] as const] : [];
    });
    return [path, Object.fromEntries(methods)] as const;
  });
  // Calls go where the page came from: it may connect to nothing else.
  const { servers: _, ...rest } = description;
  return {
    ...rest,
    paths: Object.fromEntries(paths),
    components: {
      ...description.components,
      securitySchemes: { signIn: SIGN_IN, ...description.components?.securitySchemes },
    },
  };
}

/** One audience's part of a description. */
export function partFor(audience: Audience, description: Description): Description {
  // Swagger UI shows calls only; what is sent is in the whole document and in the guide.
  const { webhooks: _, ...calls } = description;
  const part = partOf({ ...calls, paths: description.paths ?? {} }, (__, path) => audienceOf(path) === audience);
  const { title, version, license } = part.info;
  return {
    ...part,
    info: {
      title: `${title}: ${audience.title}`,
      version,
      ...(license && { license }),
      description: `${audience.text} [What holds for every call](/docs#conventions)`,
    },
  };
}
