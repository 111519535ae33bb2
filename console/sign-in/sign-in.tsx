import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { address, go } from "../shell/address.ts";
import { Toasts, toast } from "../ui/toast.tsx";
import { type DoorField, DoorForm } from "./door-form.tsx";
import { enter, tokenOfAddress } from "./enter.ts";
import { w } from "./words.ts";

/** Paths of the way in; with a session they lead home. */
export const DOORS: readonly string[] = [
  "/sign-in",
  "/first-start",
  "/reset-password",
  "/register",
  "/forgot-password",
];

const email = (): DoorField => ({ name: "email", label: w("email"), type: "email", autocomplete: "username" });
const newPassword = (name: string): DoorField => ({
  name,
  label: w("newPassword"),
  type: "password",
  autocomplete: "new-password",
  help: w("newPasswordHelp"),
});

/** Goes home from an address that only leads in; any other stays. */
function arrive(): void {
  if (DOORS.includes(address.value.path)) go("/", { replace: true });
}

/** With the token that stood in the address when the page was opened. */
function ByLink({
  title,
  text,
  path,
  fields,
  field,
}: {
  title: string;
  text?: string;
  path: string;
  fields: DoorField[];
  field: string;
}) {
  const [token] = useState(tokenOfAddress);
  return (
    <>
      <h1>{title}</h1>
      <p class="soft">{token === "" ? w("noToken") : text}</p>
      {token !== "" && (
        <DoorForm
          fields={fields}
          submit={w("go")}
          onSubmit={async (values) => {
            const refusal = await enter(path, { [field]: "", ...values, token });
            if (!refusal) arrive();
            return refusal;
          }}
        />
      )}
    </>
  );
}

function Reset() {
  const [token] = useState(tokenOfAddress);
  return (
    <>
      <h1>{w("resetTitle")}</h1>
      <DoorForm
        fields={[newPassword("new_password")]}
        submit={w("go")}
        onSubmit={(values) => {
          const body = { new_password: "", ...values, token };
          return refusalOf(api.post("/auth/reset-password", { body, isSigningIn: true }), () => {
            toast(w("changed"));
            go("/sign-in", { replace: true });
          });
        }}
      />
    </>
  );
}

function Forgotten() {
  const [isSent, setSent] = useState(false);
  return (
    <>
      <h1>{w("forgottenTitle")}</h1>
      <p class="soft" role="status">
        {isSent ? w("sent") : w("forgottenText")}
      </p>
      {!isSent && (
        <DoorForm
          fields={[email()]}
          submit={w("send")}
          onSubmit={async (values) => {
            const answer = await api.post("/auth/forgot-password", {
              body: { email: "", ...values },
              isSigningIn: true,
            });
            setSent(answer.ok);
            return answer.ok ? undefined : answer.refusal;
          }}
        />
      )}
      <a href="/sign-in">{w("back")}</a>
    </>
  );
}

function ByPassword() {
  return (
    <>
      <h1>{w("title")}</h1>
      <DoorForm
        fields={[
          email(),
          { name: "password", label: w("password"), type: "password", autocomplete: "current-password" },
        ]}
        submit={w("enter")}
        onSubmit={async (values) => {
          const refusal = await enter("/auth/login/json", { email: "", password: "", ...values });
          if (!refusal) arrive();
          return refusal;
        }}
      />
      <a href="/forgot-password">{w("forgotten")}</a>
    </>
  );
}

function Register() {
  const fields: DoorField[] = [
    { name: "first_name", label: w("firstName"), type: "text", autocomplete: "given-name" },
    { name: "last_name", label: w("lastName"), type: "text", autocomplete: "family-name" },
    newPassword("password"),
  ];
  return <ByLink title={w("registerTitle")} path="/auth/register" fields={fields} field="password" />;
}

function doorOf(path: string): ComponentChildren {
  if (path === "/first-start") {
    const fields = [newPassword("new_password")];
    return (
      <ByLink
        title={w("firstTitle")}
        text={w("firstText")}
        path="/auth/first-start"
        fields={fields}
        field="new_password"
      />
    );
  }
  if (path === "/register") return <Register />;
  if (path === "/reset-password") return <Reset />;
  return path === "/forgot-password" ? <Forgotten /> : <ByPassword />;
}

/** The way in: by password, by the link of the first start, by an invitation, and back in by mail. */
export function SignIn() {
  const { path } = address.value;
  useEffect(() => {
    document.title = `${w("title")} · catalogd`;
  });
  return (
    <div class="door">
      <main>
        <span class="logo">
          catalog<i>d</i>
        </span>
        <section class="card">{doorOf(path)}</section>
      </main>
      <Toasts />
    </div>
  );
}
