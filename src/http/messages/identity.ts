/** What the families that let callers in say: auth, API keys. */
export const IDENTITY_MESSAGES = {
  "auth.logged_out": { en: "You are logged out", fr: "Vous êtes déconnecté" },
  "auth.password_letter_digit": {
    en: "Must hold a letter and a digit",
    fr: "Doit contenir une lettre et un chiffre",
  },
  "auth.password_is_email": {
    en: "Must not be the email address",
    fr: "Ne doit pas être l'adresse e-mail",
  },
  "api_keys.expired": { en: "Must be in the future", fr: "Doit être dans le futur" },
} as const;
