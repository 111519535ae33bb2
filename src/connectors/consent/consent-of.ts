/** How the owner of a shop agrees at its platform that an app of theirs may act for them: OAuth's code grant. */
export interface Consent {
  /** The credentials that are needed to ask for it. */
  needs: readonly string[];
  /** The page at which the owner agrees. `redirect`: where the platform sends their browser back to. */
  addressOf(credentials: Readonly<Record<string, string>>, to: { state: string; redirect: string }): string;
  /** The code among what comes back; `undefined`: there is none. */
  codeIn(query: URLSearchParams): string | undefined;
  /** Whether what comes back is of this shop, where the platform signs it. */
  verifies?(credentials: Readonly<Record<string, string>>, query: URLSearchParams): boolean;
}

/** An address with a query. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}

/** What a platform sends back names the code so. */
export const textIn = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name)?.trim() || undefined;
