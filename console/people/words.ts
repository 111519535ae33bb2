import { texts } from "../words/words.ts";

/** The words of people and keys. */
export const w = texts({
  en: {
    title: "People and keys",
    tabs: "People and keys",
    "tab.people": "People",
    "tab.invitations": "Invitations",
    "tab.keys": "API keys",
    "tab.audit": "Audit log",
    noPeople: "Nobody but you.",
    noInvitations: "No open invitation. Invite somebody by e-mail; without a mail server you get a link to pass on.",
    noKeys: "No API key yet. A key lets a program work with the catalog, within its scopes.",
    noAudit: "Nothing has been recorded.",
    rotate: "New key",
  },
  fr: {
    title: "Personnes et clés",
    tabs: "Personnes et clés",
    "tab.people": "Personnes",
    "tab.invitations": "Invitations",
    "tab.keys": "Clés d’API",
    "tab.audit": "Journal d’audit",
    noPeople: "Personne d’autre que vous.",
    noInvitations:
      "Pas d’invitation en cours. Invitez par e-mail ; sans serveur de mail, vous recevez un lien à transmettre.",
    noKeys: "Pas encore de clé d’API. Une clé permet à un programme de travailler avec le catalogue, dans ses droits.",
    noAudit: "Rien n’a été consigné.",
    rotate: "Nouvelle clé",
  },
});
