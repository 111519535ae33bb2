import { useEffect, useMemo, useRef } from "preact/hooks";
import UPlot from "uplot";
import { useGet } from "../api/use-call.ts";
import { date, money } from "../words/words.ts";
import { w } from "./words.ts";

interface Point {
  at: string;
  kind: string;
  source: string;
  price: number | null;
}
const LINES_MAX = 5;

/** One line of a plot; `null` where it has no value. */
interface Line {
  name: string;
  values: (number | null)[];
}
const HEIGHT_PX = 180;
/** Beside the last line of the axis: half a day is written there. */
const RIGHT_PX = 44;
const COLOURS = ["--brand", "--warn", "--soft", "--good", "--bad"];

/** Prices over time as lines. What it shows stands beside it as figures too. */
function Plot({ label, seconds, lines }: { label: string; seconds: number[]; lines: Line[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim() || "#808080";
    // `light-dark()` is no colour to a canvas: an element resolves it.
    const resolved = (name: string): string => {
      const probe = document.createElement("i");
      probe.style.color = colour(name);
      element.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const axis = { stroke: resolved("--soft"), grid: { stroke: resolved("--line"), width: 1 }, ticks: { show: false } };
    const series = lines.map(({ name }, index) => ({
      label: name,
      stroke: resolved(COLOURS[index % COLOURS.length] ?? "--soft"),
      width: index === 0 ? 2.5 : 1.5,
      spanGaps: true,
      points: { show: seconds.length < 3 },
    }));
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        padding: [null, RIGHT_PX, null, null],
        series: [{ value: (_, at) => (at === null ? "" : date(new Date(at * 1_000).toISOString())) }, ...series],
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((at) => date(new Date(at * 1_000).toISOString())), space: 110 },
          { ...axis, values: (_, ticks) => ticks.map((value) => money(value)), size: 80 },
        ],
        legend: { show: false },
        cursor: { show: false },
      },
      [seconds, ...lines.map(({ values }) => values)],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [seconds, lines]);
  return <div class="plot" ref={box} role="img" aria-label={label} />;
}

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
  const loaded = useGet<{ items: Point[] }>(`/prices/history/${id}/unified`, { window_days: 90, limit: 100 });
  const drawn = useMemo(() => linesOf(loaded.value?.items ?? []), [loaded.value]);
  return drawn.seconds.length > 1 ? <Plot label={w("market")} seconds={drawn.seconds} lines={drawn.lines} /> : null;
}
