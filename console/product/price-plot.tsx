import { useMemo } from "preact/hooks";
import { api } from "../api/api.ts";
import { useCall } from "../api/use-call.ts";
import { type Line, Plot } from "../ui/plot.tsx";
import { w } from "./words.ts";

interface Point {
  at: string;
  kind: string;
  source: string;
  price: number | null;
}
const LINES_MAX = 5;

/** Points of several sources on one axis of time: each source is a line, ours first. */
function linesOf(points: readonly Point[]): { seconds: number[]; lines: Line[] } {
  const secondsOf = ({ at }: Point) => Math.floor(Date.parse(at) / 1_000);
  const seconds = [...new Set(points.map(secondsOf))].sort((one, other) => one - other);
  const nameOf = ({ kind, source }: Point) => (kind === "internal" ? "" : source);
  const names = [...new Set(points.map(nameOf))].sort().slice(0, LINES_MAX);
  const lines = names.map((name) => {
    const prices = new Map(
      points.filter((point) => nameOf(point) === name).map((point) => [secondsOf(point), point.price]),
    );
    return { name, values: seconds.map((at) => prices.get(at) ?? null) };
  });
  return { seconds, lines };
}

/** Our price and those of competitors in the last 90 days; nothing where there is no line to draw. */
export function PricePlot({ id }: { id: string }) {
  const loaded = useCall(id, (signal) =>
    api.get<{ items: Point[] }>(`/prices/history/${id}/unified`, { signal, query: { window_days: 90, limit: 100 } }),
  );
  const drawn = useMemo(() => linesOf(loaded.value?.items ?? []), [loaded.value]);
  return drawn.seconds.length > 1 ? <Plot label={w("market")} seconds={drawn.seconds} lines={drawn.lines} /> : null;
}
