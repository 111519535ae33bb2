/** What too many requests wait for an answer of, by operation. */
const WAITING = {
  "busy.searches": ["searches", "recherches"],
  "busy.lists": ["lists and counts of products", "listes et comptages de produits"],
  "busy.compliance": ["compliance checks", "contrôles de conformité"],
  "busy.statistics": ["AI statistics", "statistiques d'IA"],
  "busy.estimates": ["estimates of translations", "estimations de traductions"],
  "busy.prices": ["price analyses", "analyses de prix"],
  "busy.outside": ["calls to other servers", "appels à d'autres serveurs"],
} as const;
export type BusyKey = keyof typeof WAITING;

type Sentences<K extends string> = Record<K, { en: string; fr: string }>;

const messages = Object.fromEntries(
  Object.entries(WAITING).flatMap(([key, [en, fr]]) => [
    [
      key,
      {
        en: `Too many ${en} wait for an answer, try again in {seconds} s`,
        fr: `Trop de demandes attendent une réponse (${fr}), réessayez dans {seconds} s`,
      },
    ],
    [
      `${key}.own`,
      {
        en: `Too many ${en} of your tenant wait for an answer: a tenant has at most half of the places. Try again in {seconds} s`,
        fr: `Trop de demandes de votre compte attendent une réponse (${fr}) : un compte a au plus la moitié des places. Réessayez dans {seconds} s`,
      },
    ],
  ]),
) as Sentences<BusyKey | `${BusyKey}.own`>;

/** Why a call is not taken, or has no answer. */
export const BUSY_MESSAGES = {
  ...messages,
  "busy.no_answer": {
    en: "The other server did not answer in time, try again later",
    fr: "L'autre serveur n'a pas répondu à temps, réessayez plus tard",
  },
};
