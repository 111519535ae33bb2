import type { Description } from "./description.ts";

/** Who reads a part of the description, and which part that is. */
export interface Audience {
  id: string;
  title: string;
  /** What its paths begin with, behind `/api/v1/`; every other path belongs to the first audience. */
  beginnings: readonly string[];
}

/** The parts that Swagger UI shows, one at a time: what it has to read is what it is slow by. */
export const AUDIENCES: readonly Audience[] = [
  { id: "catalog", title: "Catalog", beginnings: [] },
  {
    id: "in-and-out",
    title: "In and out",
    beginnings: ["imports", "import-configs", "mapping-templates", "exports", "connectors", "webhooks"],
  },
  {
    id: "machines",
    title: "Machine APIs",
    beginnings: ["ext", "appsync", "prices/observations", "prices/export-watchlist"],
  },
  {
    id: "administration",
    title: "Administration",
    beginnings: ["auth", "api-keys", "settings", "audit-log", "operator", "health"],
  },
];

const audienceOf = (path: string): Audience | undefined =>
  AUDIENCES.find(({ beginnings }) => beginnings.some((each) => `${path}/`.startsWith(`/api/v1/${each}/`))) ??
  AUDIENCES[0];

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

/** The components that a document refers to, and those that they refer to in turn. */
function usedComponents(document: unknown, components: Record<string, Record<string, unknown>>) {
  const used: Record<string, Record<string, unknown>> = {};
  const follow = (part: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(part ?? null).matchAll(REFERENCE)) {
      const component = components[kind]?.[name];
      if (component === undefined || used[kind]?.[name] !== undefined) continue;
      used[kind] = { ...used[kind], [name]: component };
      follow(component);
    }
  };
  follow(document);
  return used;
}

/** Email and password, for the dialog of Swagger UI: the form login takes what OAuth2 calls the password flow. */
const SIGN_IN = {
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

const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** One audience's part of a description, with the components it uses and the credentials that a page can send. */
export function partFor(audience: Audience, description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).filter(([path]) => audienceOf(path) === audience);
  const schemes = new Set<string>();
  const tags = new Set<string>();
  const shown = paths.map(([path, item]) => {
    const methods = METHODS.flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      for (const tag of operation.tags ?? []) tags.add(tag);
      const security = (operation.security ?? []).flatMap((each) => {
        const names = Object.keys(each).flatMap((name) => SCHEME_OF[name] ?? []);
        for (const name of names) schemes.add(name);
        return names.map((name) => ({ [name]: [] }));
      });
      return [[method, { ...operation, security }] as const];
    });
    return [path, Object.fromEntries(methods)] as const;
  });
  const known = { ...description.components?.securitySchemes, signIn: SIGN_IN };
  const securitySchemes = Object.fromEntries(Object.entries(known).filter(([name]) => schemes.has(name)));
  const components = usedComponents(Object.fromEntries(shown), (description.components ?? {}) as never); // plain JSON
  return {
    ...description,
    // Calls go where the page came from: it may connect to nothing else.
    servers: [{ url: "/" }],
    info: { ...description.info, title: `${description.info.title}: ${audience.title}` },
    ...(description.tags && { tags: description.tags.filter(({ name }) => tags.has(name)) }),
    paths: Object.fromEntries(shown),
    components: { ...components, securitySchemes },
  } as Description;
}
