/** Figures of some days as bars; what they say stands beside them as a table too. */
export function Bars({ label, values }: { label: string; values: { name: string; value: number; shown: string }[] }) {
  const most = Math.max(...values.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <div class="bars" role="img" aria-label={label}>
      {values.map(({ name, value, shown }) => (
        <i key={name} title={`${name}: ${shown}`} style={{ height: `${Math.round((100 * value) / most)}%` }} />
      ))}
    </div>
  );
}
