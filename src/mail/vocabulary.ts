import { vocabulary } from "../runtime/vocabulary.ts";

/** What the service writes by mail. */
const MAIL_MESSAGES = {
  "mail.reset_subject": { en: "Choose a new password", fr: "Choisissez un nouveau mot de passe" },
  "mail.reset_body": {
    en: "A password reset was requested for your account. Use this link or token once, within one hour:\n\n{way}\n\nIf you did not request this, ignore this email: your password is unchanged.\n",
    fr: "La réinitialisation du mot de passe de votre compte a été demandée. Utilisez ce lien ou ce jeton une seule fois, dans l'heure :\n\n{way}\n\nSi vous n'êtes pas à l'origine de cette demande, ignorez cet e-mail : votre mot de passe reste inchangé.\n",
  },
  "mail.password_changed_subject": { en: "Your password was changed", fr: "Votre mot de passe a été modifié" },
  "mail.password_changed_body": {
    en: "The password of your account was changed on {at}. You have been logged out everywhere.\n\nIf this was not you, request a new password immediately and tell your administrator.\n",
    fr: "Le mot de passe de votre compte a été modifié le {at}. Vous avez été déconnecté partout.\n\nSi ce n'était pas vous, demandez immédiatement un nouveau mot de passe et prévenez votre administrateur.\n",
  },
  "mail.invitation_subject": { en: "Your invitation to {company}", fr: "Votre invitation à rejoindre {company}" },
  "mail.invitation_body": {
    en: "You have been invited to join {company}. Register once with this link or token, within seven days:\n\n{way}\n",
    fr: "Vous êtes invité à rejoindre {company}. Inscrivez-vous avec ce lien ou ce jeton, une seule fois, dans les sept jours :\n\n{way}\n",
  },
  "mail.price_alert_subject": {
    en: "Price alert: {product} at {competitor} for {price} EUR",
    fr: "Alerte de prix : {product} chez {competitor} à {price} EUR",
  },
  "mail.price_alert_sells": {
    en: "{competitor} sells {product} for {price} EUR.",
    fr: "{competitor} vend {product} à {price} EUR.",
  },
  "mail.price_alert_before": { en: "Price before: {price} EUR", fr: "Prix précédent : {price} EUR" },
  "mail.price_alert_own": { en: "Own price: {price} EUR", fr: "Votre prix : {price} EUR" },
  "mail.price_alert_ean": { en: "EAN: {ean}", fr: "EAN : {ean}" },
  "mail.price_alert_link": { en: "Page: {url}", fr: "Page : {url}" },
  "mail.price_alert_above": { en: "Alert: above {threshold} EUR", fr: "Alerte : au-dessus de {threshold} EUR" },
  "mail.price_alert_below": { en: "Alert: below {threshold} EUR", fr: "Alerte : en dessous de {threshold} EUR" },
  "mail.price_alert_change_pct": {
    en: "Alert: moved by more than {threshold} %",
    fr: "Alerte : variation de plus de {threshold} %",
  },
  "mail.price_alert_not_cheapest": {
    en: "Alert: cheaper than you, who were the cheapest at {threshold} EUR",
    fr: "Alerte : moins cher que vous, qui étiez le moins cher à {threshold} EUR",
  },
  "mail.price_alert_out_of_stock": { en: "Alert: out of stock there", fr: "Alerte : en rupture de stock chez lui" },
  "mail.price_alert_back_in_stock": { en: "Alert: in stock there again", fr: "Alerte : de nouveau en stock chez lui" },
  "mail.price_alert_below_cost": {
    en: "Alert: below your cost of {threshold} EUR",
    fr: "Alerte : en dessous de votre coût de {threshold} EUR",
  },
  "mail.price_alert_below_map": {
    en: "Alert: below the minimum advertised price of {threshold} EUR",
    fr: "Alerte : en dessous du prix minimum affiché de {threshold} EUR",
  },
  "mail.price_alerts.one": { en: "{count} price alert", fr: "{count} alerte de prix" },
  "mail.price_alerts.other": { en: "{count} price alerts", fr: "{count} alertes de prix" },
  "mail.price_alerts_more.one": { en: "… and {count} more.", fr: "… et {count} autre." },
  "mail.price_alerts_more.other": { en: "… and {count} more.", fr: "… et {count} autres." },
} as const;

export const mailVocabulary = vocabulary({
  messages: MAIL_MESSAGES,
});
