import { me } from "../api/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { s } from "../words/shell.ts";
import { DoorForm } from "./door-form.tsx";
import { enter } from "./enter.ts";
import { w } from "./words.ts";

/** The session ended: asks for the password above the page, which stays as it is. */
export function PasswordAgain() {
  const email = me.value?.email ?? "";
  return (
    <Dialog title={s("sessionOver")} onClose={() => undefined}>
      <p class="soft">{s("sessionText")}</p>
      <p class="mono">{email}</p>
      <DoorForm
        fields={[{ name: "password", label: w("password"), type: "password", autocomplete: "current-password" }]}
        submit={w("enter")}
        onSubmit={(values) => enter("/auth/login/json", { password: "", ...values, email })}
      />
    </Dialog>
  );
}
