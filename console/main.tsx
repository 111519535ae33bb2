import { render } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "./api/api.ts";
import { type Me, me } from "./api/session.ts";
import { SCREENS } from "./screens.ts";
import { address, followAddress, go } from "./shell/address.ts";
import { followPreferences } from "./shell/preferences.ts";
import { matchRoute } from "./shell/routes-of.ts";
import { Shell } from "./shell/shell.tsx";
import { watchVersion } from "./shell/watch-version.ts";
import { DOORS, SignIn } from "./sign-in/sign-in.tsx";

/** By a link somebody else is to come in: who is in already does not matter. */
const LINKS = ["/first-start", "/reset-password", "/register"];

function Console() {
  const person = me.value;
  const { path } = address.value;
  useEffect(() => {
    if (person && path === "/sign-in") go("/", { replace: true });
  }, [person, path]);
  if (LINKS.includes(path)) return <SignIn />;
  if (person === undefined) return null;
  return person ? <Shell /> : <SignIn />;
}

followPreferences();
followAddress((path) => DOORS.includes(path) || matchRoute(SCREENS, path) !== undefined);
watchVersion();
void api.get<Me>("/auth/me").then((answer) => {
  me.value = answer.ok ? answer.value : null;
});
const app = document.getElementById("app");
if (app) render(<Console />, app);
