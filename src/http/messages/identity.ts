/** What the families that let callers in say: auth, API keys. */
export const IDENTITY_MESSAGES = {
  "auth.logged_out": { en: "You are logged out", fr: "Vous êtes déconnecté" },
  "auth.refresh_cookie_required": {
    en: "The cookie refresh_token is required",
    fr: "Le cookie refresh_token est requis",
  },
  "auth.reset_mailed": {
    en: "If there is an account with this address, a mail is on its way",
    fr: "S'il existe un compte à cette adresse, un e-mail est en route",
  },
  "auth.password_reset": {
    en: "The password is changed; log in with the new one",
    fr: "Le mot de passe est changé ; connectez-vous avec le nouveau",
  },
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
