/** An address of the console: which path, and what the query says. All state that a link should carry is here. */
export interface Address {
  path: string;
  query: Record<string, string>;
}

/** A route is a path with names, such as `/products/:id/:tab?`. */
export interface Match<Route> {
  route: Route;
  params: Record<string, string>;
}

/** The parts of an address as it is written in the browser. */
export function readAddress(written: string): Address {
  const { pathname, searchParams } = new URL(written, "http://console");
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : "/";
  return { path, query: Object.fromEntries(searchParams) };
}

/** The address as a browser writes it; what is empty is left out. */
export function writeAddress({ path, query }: { path: string; query?: Record<string, string | undefined> }): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") pairs.set(name, value);
  }
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/").slice(1);
  const given = path
    .split("/")
    .slice(1)
    .filter((each, index) => each !== "" || index === 0);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    const [, name, isOptional] = /^:(\w+)(\?)?$/.exec(part) ?? [];
    if (name === undefined && part !== (value ?? "")) return undefined;
    if (name !== undefined && !value && isOptional === undefined) return undefined;
    if (name !== undefined && value) params[name] = decodeURIComponent(value);
  }
  return params;
}

/** The first route that fits a path. */
export function matchRoute<Route extends { path: string }>(
  routes: readonly Route[],
  path: string,
): Match<Route> | undefined {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}
