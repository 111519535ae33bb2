import type { ActiveAlert } from "../../../db/price-alerts/alerts.ts";

/** The kinds that have a threshold. */
export type ThresholdType = "above" | "below" | "change_pct";

const MINUTE_MS = 60_000;
const PERCENT = 10_000;

/** The change between two prices in hundredths of a percent, with its sign; `null` without a price before. */
export const changeOf = (previousCents: number | null, priceCents: number): number | null =>
  previousCents === null || previousCents === 0
    ? null
    : Math.round(((priceCents - previousCents) * PERCENT) / previousCents);

/** Whether a price crosses a threshold: being equal to it never does. Source: S39.11. */
export function isCrossed(
  { alertType, threshold }: { alertType: ThresholdType; threshold: number },
  priceCents: number,
  previousCents: number | null,
): boolean {
  if (alertType === "above") return priceCents > threshold;
  if (alertType === "below") return priceCents < threshold;
  // Not of the rounded change: 5.001 percent is more than 5.
  return previousCents !== null && Math.abs(priceCents - previousCents) * PERCENT > threshold * previousCents;
}

/** Whether an alert is quiet about a product because it fired for it not long ago. */
export const isCoolingDown = (
  { cooldownMinutes }: Pick<ActiveAlert, "cooldownMinutes">,
  lastMs: number | null,
  nowMs: number,
): boolean => lastMs !== null && nowMs - lastMs < cooldownMinutes * MINUTE_MS;
