import { vocabulary } from "../../runtime/vocabulary.ts";

/** What the families that let callers in say: auth, API keys. */
const IDENTITY_MESSAGES = {
  "auth.logged_out": { en: "You have been logged out", fr: "Vous avez été déconnecté" },
  "auth.refresh_cookie_required": {
    en: "The refresh_token cookie is required",
    fr: "Le cookie refresh_token est requis",
  },
  "auth.foreign_page": {
    en: "Logging in from another website is not allowed",
    fr: "La connexion depuis un autre site n'est pas autorisée",
  },
  "auth.reset_mailed": {
    en: "If an account exists for this address, an email has been sent",
    fr: "Si un compte existe pour cette adresse, un e-mail a été envoyé",
  },
  "auth.password_reset": {
    en: "The password has been changed; log in with the new one",
    fr: "Le mot de passe a été modifié ; connectez-vous avec le nouveau",
  },
  "auth.password_letter_digit": {
    en: "Must contain at least one letter and one digit",
    fr: "Doit contenir au moins une lettre et un chiffre",
  },
  "auth.password_is_email": {
    en: "Must not be the email address",
    fr: "Ne doit pas être l'adresse e-mail",
  },
  "console.expires": {
    en: "Use a period such as 90d, 12h or 4w, or a date such as 2027-01-31",
    fr: "Indiquez une durée telle que 90d, 12h ou 4w, ou une date telle que 2027-01-31",
  },
  "console.which_tenant": {
    en: "Name one of the tenants: {tenants}",
    fr: "Indiquez l'un des tenants : {tenants}",
  },
  "api_keys.expired": { en: "Must be in the future", fr: "Doit être une date future" },
} as const;

export const authVocabulary = vocabulary({
  messages: IDENTITY_MESSAGES,
  audit: { actions: ["session.started", "session.refused", "session.ended"], resources: ["session"] },
});
