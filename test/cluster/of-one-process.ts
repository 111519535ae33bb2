/** What of the tests of the API only one process can pass: whole files, which are not run, and single tests of others, by their names. */
interface OfOneProcess {
  why: string;
  files?: string;
  tests?: readonly string[];
}

export const OF_ONE_PROCESS: readonly OfOneProcess[] = [
  {
    why: "make an application of their own",
    files:
      "auth/audit auth/at-rest auth/cookies auth/enumeration auth/first-start auth/limits auth/lockout auth/password-reset auth/refresh auth/register mail/send mail/tenant-server",
    tests: ["a module that is off > S10.1 D1-149 refuses its family in the documented shape, and no other"],
  },
  {
    why: "run a job themselves, with services of their own, and let it die where they want",
    files: "competitors/renewed-positions exports/write imports/import-in-the-way imports/interrupted-run",
    tests: [
      "a wait for an export ends with SUCCESS or FAILURE",
      "a thread that was slow gives its job up to another without a failure or a death of the job",
    ],
  },
  {
    why: "count the turns of a job, or end its turn",
    tests: [
      "a forced one ends although its turn is over whenever it asks, and a few products go as before",
      "a push > D1-102 it and a pull go on after their turns where they were",
      "from-documents > S33.10 the vectors of a long document are made in turns",
      "S34.4 lets its own tenant's import through after a turn",
      "S34.1 S34.4 goes on after its turns where it was, started by itself or not",
      "checks in the background > D3-210 go on after their turns where they were",
      "a translation > S34.4 goes on after its turns where it was",
      "the price robot > D3-045 goes on after its turns where it was",
      "a revert is a run: cancelled it stops where it is, and retried it goes on",
      "two names are merged into one competitor: what was seen moves, its alerts and later observations follow, and a split takes all back",
    ],
  },
  {
    why: "lead the way out to the addresses of a platform to a server of theirs",
    files:
      "connectors/amazon-orders connectors/becomes-varied connectors/bigcommerce-variants connectors/bigcommerce-webhooks connectors/capabilities connectors/ebay-webhooks connectors/every-second-push connectors/every-secret connectors/fnac-orders connectors/french-orders connectors/magento-variants connectors/order-histories connectors/preview connectors/salesforce-orders connectors/salesforce-variants connectors/shopware-variants connectors/squarespace-orders connectors/squarespace-variants connectors/variant-levels connectors/variant-offers connectors/varied-previews connectors/wizishop-variants",
  },
  {
    why: "look into the application: its queries, its cache, its counts, its index",
    files: "auth/authenticator search/merge-index search/index-holder",
    tests: [
      "PATCH /products/bulk > one item and a hundred take the same number of mutations",
      "an import is counted by how it ends, with its rows and its job",
      "S20.8 more changes than libsql looks through > an answer that lacks some says so, and is not given again when the index has them",
      "catalogd secrets and audit > T30 encrypts every secret again, and they are still readable",
      "answers that a change has outdated are let go, what is wanted outdated stays",
      "an application by need answers as the whole one does",
      "a search whose caller goes away is no longer waited for",
      "S20.8 more changes than libsql looks through > a brand's new name that is on its way to many products is never silently missing",
    ],
  },
  {
    why: "look into the folder of a process, or say how full its disk is",
    tests: [
      "a key > D1-078 is found nowhere in the database, even if its creation may be repeated",
      "reanalyze of an import whose file is deleted meanwhile is refused",
      "dry-run of an import whose file is deleted meanwhile is refused",
      "too little free space > refuses uploads, exports and imports with 507, keeps nothing of them, and lets all else through",
      "too little free space > is shown in French",
    ],
  },
  {
    why: "back up or copy a file; a server is backed up by who runs it",
    files: "backup/operator backup/schedule backup/snapshot",
    tests: [
      'DELETE /products/bulk/delete-all > D2-096 "DELETE ALL PRODUCTS" erases every product of the tenant',
      'DELETE /products/bulk/delete-all > D2-096 "  SUPPRIMER TOUS LES PRODUITS " erases every product of the tenant',
      "DELETE /products/bulk/delete-all > a large catalog goes in a job; what is created meanwhile stays",
    ],
  },
  {
    why: "compare all that is stored of a tenant, of which jobs of two processes are a part",
    files: "sweeps/mass-assignment sweeps/preconditions",
  },
  {
    why: "read a length that what is sent in pieces has in the application alone",
    tests: [
      "the address of a feed > answers at once, then from a file with a tag, and again from that file when nothing has changed",
      "GET /media/{media_id}/{file_name} > T25 S19.8 serves an image as nothing but an image, for ever",
    ],
  },
  {
    why: "count what is open: each process lets as many be",
    tests: [
      "GET /exports/stream/csv/products > S-16 a tenant may have ten open, others have theirs, and one that ends makes room",
    ],
  },
  {
    why: "decide what runs when: of two processes each begins at once",
    tests: [
      "the limits of a provider > calls at once are those of all batches and single runs together, and a single run is not last",
      "a batch > S34.8 of two batches that wait the one of higher priority is first, in any order of start",
      "a delivery > D1-054 goes to who asks for it, and to no other tenant",
      "a delivery > D1-033 is not made for a webhook that was deleted",
      "a receiver that does not answer any more > five days of failures and 25 in a row switch it off, neither alone does",
      "S10.2 an import that waits does not begin while the licence is suspended; another tenant's does",
      "POST /webhooks/:webhook_id/logs/:log_id/retry > D1-053 S6.8 requested several times at once it is sent once, and each later attempt counts on",
      "POST /webhooks/:webhook_id/replay > sends all again that failed since a time, each with its retries",
      "S10.1 without the module there are no deliveries; with it again, what was on its way goes out",
      "retries > do not wait for a clock that was set back",
      "retries > D1-048 D1-049 D1-050 D1-053 D0.5 ten of them climb the ladder to five minutes, then it is undeliverable",
      "S6.7 what waits for a service that is away for 40 days is sent when it is back, in any order with the sweep",
      "histories are whole for 90 days, by day for two years, and deleted then",
    ],
  },
];
