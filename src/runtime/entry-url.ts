/**
 * Where the entry of a thread is, by its name in `src/`. A compiled binary has all its code in one folder, and finds a worker
 * only there.
 */
export function entryUrl(name: string): string {
  const folder = import.meta.url.endsWith("/runtime/entry-url.ts") ? ".." : ".";
  return new URL(`${folder}/${name}`, import.meta.url).href;
}
