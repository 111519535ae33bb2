import { useEffect, useRef, useState } from "preact/hooks";
import { api, forgetCsrf } from "../api/api.ts";
import { me } from "../api/session.ts";
import { Button } from "../ui/basics.tsx";
import { s } from "../words/shell.ts";
import { language } from "../words/words.ts";
import { go } from "./address.ts";
import { chooseLanguage, chooseTheme, type Theme, theme } from "./preferences.ts";

const LANGUAGES = { en: "English", fr: "Français" } as const;
const THEMES: readonly Theme[] = ["system", "light", "dark"];

async function signOut(): Promise<void> {
  await api.post("/auth/logout");
  forgetCsrf();
  me.value = null;
  go("/sign-in");
}

function Choices({ onClose }: { onClose: () => void }) {
  return (
    <div class="menu">
      <div class="mono">{me.value?.email}</div>
      <div class="field">
        <label for="language">{s("language")}</label>
        <select
          id="language"
          value={language.value}
          onChange={({ currentTarget }) => chooseLanguage(currentTarget.value === "fr" ? "fr" : "en")}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="theme">{s("theme")}</label>
        <select
          id="theme"
          value={theme.value}
          onChange={({ currentTarget }) => chooseTheme(THEMES.find((each) => each === currentTarget.value) ?? "system")}
        >
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {s.say("theme", each)}
            </option>
          ))}
        </select>
      </div>
      <a href="/docs" target="_blank" rel="noreferrer">
        {s("docs")}
      </a>
      <Button
        text={s("signOut")}
        onClick={() => {
          onClose();
          void signOut();
        }}
      />
    </div>
  );
}

/** Language, colours, and the way out. */
export function AccountMenu() {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && element.current?.contains(event.target);
      if (!isInside || (event instanceof KeyboardEvent && event.key === "Escape")) setOpen(false);
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);
  const person = me.value;
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(" ") || person?.email || "";
  const initials = name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join("");
  return (
    <div ref={element}>
      <button type="button" class="me" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {initials}
        <span class="unseen"> {s("account", { name })}</span>
      </button>
      {isOpen && <Choices onClose={() => setOpen(false)} />}
    </div>
  );
}
