import { signal } from "@preact/signals";
import { type Answer, type Refusal, refusalOf } from "../api/answers.ts";
import { c } from "../words/common.ts";
import { Button } from "./basics.tsx";

interface Toast {
  id: number;
  text: string;
  isBad: boolean;
  undo: (() => void) | undefined;
}
const toasts = signal<Toast[]>([]);
const SHOWN_MS = 8_000;
let last = 0;

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((each) => each.id !== id);
};

/** Says what happened; `undo` takes it back while the words stand. */
export function toast(text: string, { undo, isBad = false }: { undo?: () => void; isBad?: boolean } = {}): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.slice(-2), { id, text, isBad, undo }];
  if (!isBad) setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Says why something was refused. */
export const toastRefusal = (refusal: Refusal): void => {
  const [problem] = refusal.fields;
  toast(problem ? `${problem.field}: ${problem.message}` : refusal.message || c("failed"), { isBad: true });
};

/** Goes on with what a call brought, or says why it was refused. */
export async function whenDone<Value>(
  call: Promise<Answer<Value>>,
  then: (value: Value, etag: string | undefined) => void,
): Promise<void> {
  const refusal = await refusalOf(call, then);
  if (refusal) toastRefusal(refusal);
}

/** Where the words stand; the shell shows it once. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, isBad, undo }) => (
      <div key={id} class={isBad ? "toast bad" : "toast"}>
        <span>{text}</span>
        {undo && (
          <Button
            text={c("undo")}
            kind="quiet"
            onClick={() => {
              dismiss(id);
              undo();
            }}
          />
        )}
        <Button kind="quiet" icon="close" label={c("close")} onClick={() => dismiss(id)} />
      </div>
    ))}
  </div>
);
