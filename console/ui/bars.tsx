interface BarsProps {
  label: string;
  values: { name: string; value: number; shown: string }[];
  /** The last one goes on. */
  isToday?: boolean;
}

/** Figures of some days as bars; what they say stands in the label, or beside them as a table too. */
export function Bars({ label, values, isToday = false }: BarsProps) {
  const most = Math.max(...values.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <div class={isToday ? "bars today" : "bars"} role="img" aria-label={label}>
      {values.map(({ name, value, shown }) => (
        <i key={name} title={`${name}: ${shown}`} style={{ height: `${Math.round((100 * value) / most)}%` }} />
      ))}
    </div>
  );
}
