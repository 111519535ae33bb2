import { effect, signal } from "@preact/signals";
import { type Language, language } from "../words/words.ts";

/** The colours that a person chose. */
export type Theme = "system" | "light" | "dark";

/** Which colours are shown. */
export const theme = signal<Theme>("system");

const read = (name: string): string | null => {
  try {
    return localStorage.getItem(`catalogd.${name}`);
  } catch {
    return null; // a browser that stores nothing
  }
};
const store = (name: string, value: string): void => {
  try {
    localStorage.setItem(`catalogd.${name}`, value);
  } catch {
    // a browser that stores nothing: the choice lasts as long as the page
  }
};

const isLanguage = (value: string | null | undefined): value is Language => value === "en" || value === "fr";
const isTheme = (value: string | null): value is Theme => value === "system" || value === "light" || value === "dark";

/** Takes over the stored choices, or what the browser says, and puts each change on the page. */
export function followPreferences(): void {
  const stored = read("language");
  const spoken = navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage);
  language.value = isLanguage(stored) ? stored : (spoken ?? "en");
  const colours = read("theme");
  if (isTheme(colours)) theme.value = colours;
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
}

/** Speaks another language from now on. */
export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  store("language", chosen);
}

/** Shows other colours from now on. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  store("theme", chosen);
}

/** What a screen remembers on this machine, such as the columns of a grid. */
export const remembered = <Value>(name: string, fallback: Value): Value => {
  const stored = read(name);
  if (stored === null) return fallback;
  try {
    return JSON.parse(stored) as Value;
  } catch {
    return fallback;
  }
};
/** Remembers it. */
export const remember = (name: string, value: unknown): void => store(name, JSON.stringify(value));
