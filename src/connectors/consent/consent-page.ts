import type { Language } from "../../http/output/messages.ts";
import { escapedMarkup } from "../../text/escaped.ts";
import type { ConsentEnd } from "./ask.ts";

const TEXTS: Record<Language, Record<"title" | "connected" | "unknown_state" | "declined" | "failed", string>> = {
  en: {
    title: "Connector",
    connected: "The shop is connected. You can close this page.",
    unknown_state: "This consent was not asked for, or too long ago. Ask for it again, and open the new address.",
    declined: "The platform says that there was no consent. Nothing was changed.",
    failed: "The platform was not connected:",
  },
  fr: {
    title: "Connecteur",
    connected: "La boutique est connectée. Vous pouvez fermer cette page.",
    unknown_state:
      "Cet accord n'a pas été demandé, ou il y a trop longtemps. Demandez-le à nouveau, et ouvrez la nouvelle adresse.",
    declined: "La plateforme dit qu'il n'y a pas eu d'accord. Rien n'a été changé.",
    failed: "La plateforme n'a pas été connectée :",
  },
};

/** What the owner of a shop sees when their browser comes back. */
export function consentPage(end: ConsentEnd, language: Language): string {
  const texts = TEXTS[language];
  const text = typeof end === "string" ? texts[end] : `${texts.failed} ${end.error}`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${texts.title}</title><p>${escapedMarkup(text)}</p></html>\n`;
}
