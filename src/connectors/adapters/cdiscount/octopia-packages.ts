import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import { call } from "./octopia-calls.ts";
import { type Refusals, refusedBy } from "./octopia-refusals.ts";

// Source: https://developer.octopia-io.net/?p=3069 (Offer integration (JSON), "NOW AVAILABLE for Cdiscount"): a package of one type is
// opened, filled and set to Ready; only WaitingForCompletion takes offers, and its results stay for 3 days.
/** Offers that one request takes. */
const UPLOAD_MAX = 100;
/** Results of a page. */
const RESULTS_MAX = 1_000;
const FIRST_WAIT_MS = 500;
const TRIES = 6;
/** The states of a package; in another one Octopia still takes in what was uploaded. */
const STATES = new Set(["WaitingForCompletion", "Ready", "IntegrationPending", "Integrated", "Rejected"]);
const refused = (message: string) => new PlatformError("refused", message);

const pathOf = (packageId: string) => `offer-packages/${encodeURIComponent(packageId)}`;
const stateOf = async (api: Api, packageId: string) => {
  const found = (await call(api, pathOf(packageId))).json();
  return { state: textOf(member(found, "state")), why: textOf(member(found, "result", "message")) };
};

/** Where the next page of a list is, as its header says; `undefined`: there is none. */
function nextCursor(link: string | undefined): string | undefined {
  const [, address] = /<([^>]+)>\s*;\s*rel="?next"?/i.exec(link ?? "") ?? [];
  const [, query = ""] = address?.split("?") ?? [];
  const entries = [...new URLSearchParams(query)];
  return entries.find(([name]) => name.toLowerCase() === "cursor")?.[1];
}

/** What Octopia says of a package of offers that has ended, page by page. */
async function resultsOf(api: Api, packageId: string): Promise<Refusals> {
  const results: unknown[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const query = new URLSearchParams({ limit: String(RESULTS_MAX), ...(cursor && { cursor }) });
    const answer = await call(api, `${pathOf(packageId)}/offer-requests-results?${query}`);
    results.push(...listOf(member(answer.json(), "items")));
    const next = nextCursor(answer.headers["link"]);
    cursor = next === cursor ? undefined : next;
  }
  return refusedBy(results, { key: "sellerExternalReference", state: "integrationStatus", reasons: "results" });
}

/** Closes a package once Octopia has taken in what was uploaded. */
async function close(api: Api, packageId: string): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { state } = await stateOf(api, packageId);
    if (state === undefined || STATES.has(state)) break;
    await api.wait(FIRST_WAIT_MS * 2 ** attempt);
  }
  await call(api, pathOf(packageId), { method: "PATCH", json: { state: "Ready" } });
}

/** Offers of one type that go in a package. */
export interface Package {
  packageType: "Update" | "Upsert";
  offers: readonly Record<string, unknown>[];
}

/**
 * Changes offers that are there (`Update`), and makes those that are not (`Upsert`): a package that has ended is known until the
 * last one has. Returns what was refused, by the seller's reference.
 */
export async function sendOffers(api: Api, packages: readonly Package[]): Promise<Refusals> {
  const [first, ...rest] = packages.filter(({ offers }) => offers.length > 0);
  if (!first) return new Map();
  const { packageType, offers } = first;
  return api.follow({
    name: "Octopia's offer package",
    content: packageType === "Update" ? offers : [packageType, offers],
    begin: async () => {
      const made = await call(api, "offer-packages", { method: "POST", json: { packageType } });
      const packageId = made.headers["content-location"]?.split("/").at(-1);
      if (packageId === undefined) throw refused("Octopia made no package of offers");
      for (const json of portionsOf(offers, UPLOAD_MAX))
        await call(api, `${pathOf(packageId)}/offer-requests`, { method: "POST", json });
      await close(api, packageId);
      return packageId;
    },
    poll: async (packageId) => {
      const { state, why } = await stateOf(api, packageId);
      if (state === "Rejected") throw refused(`Octopia refused the whole package of offers${why ? `: ${why}` : ""}`);
      return state === "Integrated" ? resultsOf(api, packageId) : undefined;
    },
    after: async (refusals) => new Map([...refusals, ...(await sendOffers(api, rest))]),
  });
}
