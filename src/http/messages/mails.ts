/** What the service writes by mail. */
export const MAIL_MESSAGES = {
  "mail.reset_subject": { en: "Choose a new password", fr: "Choisissez un nouveau mot de passe" },
  "mail.reset_body": {
    en: "Somebody asked for a new password for your account. This works once, for one hour:\n\n{way}\n\nIf it was not you, do nothing: your password stays as it is.\n",
    fr: "Un nouveau mot de passe a été demandé pour votre compte. Ceci sert une fois, pendant une heure :\n\n{way}\n\nSi ce n'était pas vous, ne faites rien : votre mot de passe reste le même.\n",
  },
  "mail.password_changed_subject": { en: "Your password was changed", fr: "Votre mot de passe a été modifié" },
  "mail.password_changed_body": {
    en: "The password of your account was changed on {at}. You have been logged out everywhere.\n\nIf it was not you, ask for a new password at once, and tell your administrator.\n",
    fr: "Le mot de passe de votre compte a été modifié le {at}. Vous avez été déconnecté partout.\n\nSi ce n'était pas vous, demandez tout de suite un nouveau mot de passe et prévenez votre administrateur.\n",
  },
  "mail.invitation_subject": { en: "Your invitation to {company}", fr: "Votre invitation à rejoindre {company}" },
  "mail.invitation_body": {
    en: "You are invited to join {company}. Register with this, once, within seven days:\n\n{way}\n",
    fr: "Vous êtes invité à rejoindre {company}. Inscrivez-vous avec ceci, une seule fois, dans les sept jours :\n\n{way}\n",
  },
} as const;
