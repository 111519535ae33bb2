import { useId } from "preact/hooks";

/** One of some choices, with its label. */
export function Select({
  label,
  value,
  choices,
  onValue,
}: {
  label: string;
  value: string;
  /** Each with its word. */
  choices: [code: string, word: string][];
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {choices.map(([code, word]) => (
          <option key={code} value={code}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
