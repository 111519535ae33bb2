import { signal } from "@preact/signals";
import { type Address, readAddress, writeAddress } from "./routes-of.ts";

const current = (): Address => readAddress(location.pathname + location.search);

/** Where the console is. Components that read it are drawn again when it changes. */
export const address = signal<Address>(current());

/** What asks before the address changes, such as a form with edits; true lets it pass. */
const guards = new Set<() => boolean>();

/** Asks `mayLeave` before the address changes; the answer ends it. */
export function guardLeaving(mayLeave: () => boolean): () => void {
  guards.add(mayLeave);
  return () => guards.delete(mayLeave);
}

/** Goes to an address of the console. */
export function go(to: string, { replace = false } = {}): void {
  const samePath = readAddress(to).path === address.value.path;
  if (!samePath && ![...guards].every((mayLeave) => mayLeave())) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  address.value = current();
  if (!samePath) scrollTo(0, 0);
}

/** Changes parts of the query and keeps the rest; `undefined` takes one out. */
export function setQuery(changes: Record<string, string | undefined>, options = { replace: true }): void {
  const { path, query } = address.value;
  go(writeAddress({ path, query: { ...query, ...changes } }), options);
}

/** Follows Back, and links to the console's own addresses. */
export function followAddress(isOurs: (path: string) => boolean): void {
  addEventListener("popstate", () => {
    address.value = current();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!isOurs(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
