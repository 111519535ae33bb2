import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { apiDocument } from "../api/document.ts";
import { isAway, isOld, isSignedOut, me } from "../api/session.ts";
import { DropAnywhere } from "../imports/drop-anywhere.tsx";
import { RunningJobs } from "../running/running.tsx";
import { SCREENS, type Screen, type ScreenProps } from "../screens.ts";
import { PasswordAgain } from "../sign-in/password-again.tsx";
import { Button, Empty, Loading } from "../ui/basics.tsx";
import { ask, Questions } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Toasts } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { s } from "../words/shell.ts";
import { language } from "../words/words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { address, go } from "./address.ts";
import { isShown } from "./is-shown.ts";
import { matchRoute } from "./routes-of.ts";

const isMenuOpen = signal(false);
/** Screens whose part of the script is here. */
const loaded = new Map<string, ComponentType<ScreenProps>>();

function Menu({ current }: { current: string | undefined }) {
  const shown = SCREENS.filter(isShown);
  const line = (screen: Screen) => (
    <a
      key={screen.id}
      href={screen.path.replace(/\/:.*$/, "") || "/"}
      aria-current={current?.startsWith(screen.id) ? "page" : undefined}
    >
      {screen.icon && <Icon name={screen.icon} />}
      {screen.name[language.value]}
    </a>
  );
  return (
    <nav class={isMenuOpen.value ? "side open" : "side"} aria-label={s("screens")}>
      {shown.filter(({ isSetup }) => !isSetup).map(line)}
      {shown.some(({ isSetup }) => isSetup) && <hr />}
      {shown.filter(({ isSetup }) => isSetup).map(line)}
    </nav>
  );
}

function Find() {
  const { path, query } = address.value;
  return (
    <form
      class="find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get("q");
        go(`/search?q=${encodeURIComponent(String(q ?? ""))}`);
      }}
    >
      <input
        key={path}
        id="find"
        name="q"
        type="search"
        aria-label={s("find")}
        placeholder={s("findHint")}
        defaultValue={path === "/products" || path === "/search" ? (query["q"] ?? "") : ""}
      />
      <span class="slash" aria-hidden="true">
        /
      </span>
    </form>
  );
}

/** What stands above everything: no connection, or another version. */
function Bar() {
  if (isOld.value) {
    return (
      <div class="bar" role="alert">
        {c("old")} <Button text={c("reload")} onClick={() => location.reload()} />
      </div>
    );
  }
  return isAway.value ? (
    <div class="bar" role="status">
      {c("away")}
    </div>
  ) : null;
}

/** Loads the part of a screen, then shows it. */
function Lazy({ screen, params }: { screen: Screen; params: Record<string, string> }) {
  const [, draw] = useState(0);
  useEffect(() => {
    let isWanted = true;
    if (loaded.has(screen.id)) return undefined;
    screen.load().then(
      (component) => {
        loaded.set(screen.id, component);
        if (isWanted) draw((turn) => turn + 1);
      },
      () => {
        // The file is of a version that is gone.
        isOld.value = true;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [screen]);
  const Component = loaded.get(screen.id);
  return Component ? (
    <Component key={`${screen.id} ${params["id"] ?? ""}`} params={params} screens={SCREENS} />
  ) : (
    <Loading />
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("find")?.focus();
  }
  if (event.key === "?") void ask({ title: s("keys"), text: s("keysText"), yes: c("close") });
}

/** The frame: head, menu, and the screen that the address names. */
export function Shell() {
  const { path } = address.value;
  const match = matchRoute(SCREENS, path);
  const content = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const spoken = language.value;
  useEffect(() => {
    // What fields are called: screens without a form need it too.
    void apiDocument();
  }, [spoken]);
  useEffect(() => {
    isMenuOpen.value = false;
    const name = match?.route.name[spoken];
    document.title = name ? `${name} · catalogd` : "catalogd";
    if (!first.current) content.current?.focus();
    first.current = false;
  }, [path]);
  return (
    <div class={isAway.value || isOld.value ? "app barred" : "app"}>
      <Bar />
      <header class="top">
        <a class="skip" href="#content">
          {s("skip")}
        </a>
        <span class="opener">
          <Button
            kind="quiet"
            icon="menu"
            label={s("menu")}
            onClick={() => {
              isMenuOpen.value = !isMenuOpen.value;
            }}
          />
        </span>
        <a class="logo" href="/">
          catalog<i>d</i>
        </a>
        <Find />
        <div class="end">
          <RunningJobs />
          <span class="tenant">{me.value?.tenant.name}</span>
          <AccountMenu />
        </div>
      </header>
      <Menu current={match?.route.id} />
      <main id="content" tabIndex={-1} ref={content}>
        {match ? (
          <Lazy screen={match.route} params={match.params} />
        ) : (
          <Empty title={s("notFound")}>
            <a href="/">{s("home")}</a>
          </Empty>
        )}
      </main>
      {isSignedOut.value && <PasswordAgain />}
      <DropAnywhere />
      <Questions />
      <Toasts />
    </div>
  );
}
