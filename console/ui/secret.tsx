import { signal } from "@preact/signals";
import { c } from "../words/common.ts";
import { Button } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";

const shown = signal<string | undefined>(undefined);

/** Shows a secret that the API answers once. */
export function showSecret(secret: unknown): void {
  if (typeof secret === "string") shown.value = secret;
}

/** Where a secret stands until somebody has taken it over; a screen that makes secrets shows it once. */
export function Secret() {
  const secret = shown.value;
  if (secret === undefined) return null;
  const close = () => {
    shown.value = undefined;
  };
  return (
    <Dialog title={c("secretTitle")} onClose={close}>
      <p class="soft">{c("secretText")}</p>
      <p class="mono">{secret}</p>
      <div class="actions">
        <Button text={c("copy")} onClick={() => navigator.clipboard?.writeText(secret)} />
        <Button text={c("close")} kind="go" onClick={close} />
      </div>
    </Dialog>
  );
}
