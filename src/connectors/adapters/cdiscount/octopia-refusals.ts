import { listOf, member, textOf } from "../../engine/platform-values.ts";

/** Why some were refused, by what a report calls them. */
export type Refusals = Map<string | undefined, string>;

/** The reasons of what was refused, by the member `key` of its report. */
export const refusedBy = (
  reports: readonly unknown[],
  { key, state, reasons }: { key: string; state: string; reasons: string },
): Refusals =>
  new Map(
    reports
      .filter((report) => member(report, state) !== "Integrated")
      .map((report) => [
        textOf(member(report, key)),
        listOf(member(report, reasons))
          .map((reason) => textOf(member(reason, "message")))
          .filter((message) => message !== undefined)
          .join("; ") || String(member(report, state)),
      ]),
  );
