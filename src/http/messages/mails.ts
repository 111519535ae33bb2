/** What the service writes by mail. */
export const MAIL_MESSAGES = {
  "mail.reset_subject": { en: "Choose a new password", fr: "Choisissez un nouveau mot de passe" },
  "mail.reset_body": {
    en: "Somebody asked for a new password for your account. This works once, for one hour:\n\n{way}\n\nIf it was not you, do nothing: your password stays as it is.\n",
    fr: "Un nouveau mot de passe a été demandé pour votre compte. Ceci sert une fois, pendant une heure :\n\n{way}\n\nSi ce n'était pas vous, ne faites rien : votre mot de passe reste le même.\n",
  },
  "mail.invitation_subject": { en: "Your invitation to {company}", fr: "Votre invitation à rejoindre {company}" },
  "mail.invitation_body": {
    en: "You are invited to join {company}. Register with this, once, within seven days:\n\n{way}\n",
    fr: "Vous êtes invité à rejoindre {company}. Inscrivez-vous avec ceci, une seule fois, dans les sept jours :\n\n{way}\n",
  },
} as const;
