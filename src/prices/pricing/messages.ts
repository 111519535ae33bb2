/** What prices say. */
export const PRICING_MESSAGES = {
  "pricing.end_before_start": {
    en: "The end must not be before the start",
    fr: "La fin ne doit pas précéder le début",
  },
  "pricing.entries_have_decimals": {
    en: "Amounts in {currency} have {limit} decimals, and entries of the list have more: change these first",
    fr: "Les montants en {currency} ont {limit} décimales, et des lignes de la liste en ont plus : modifiez-les d'abord",
  },
  "prices.no_rate": {
    en: "There is no exchange rate for {currency}; set it under /settings/exchange-rates",
    fr: "Il n'y a pas de taux de change pour {currency} ; définissez-le sous /settings/exchange-rates",
  },
  "pricing.in_the_past": { en: "This moment has passed", fr: "Ce moment est passé" },
  "prices.competitor_inactive": {
    en: "This competitor is inactive: set is_active to true to accept its prices",
    fr: "Ce concurrent est inactif : passez is_active à true pour accepter ses prix",
  },
  "prices.unknown_sku": {
    en: "No product has this SKU or EAN",
    fr: "Aucun produit n'a cette référence ou cet EAN",
  },
  "prices.refused_before": {
    en: "This price of the competitor was rejected in validation",
    fr: "Ce prix du concurrent a été rejeté lors de la validation",
  },
  "prices.not_a_candidate": {
    en: "The product must be one of the candidates",
    fr: "Le produit doit être l'un des candidats",
  },
  "prices.validation_settled": {
    en: "This item was already decided",
    fr: "Cet élément est déjà traité",
  },
  "prices.check_no_price": {
    en: "The page names no price in JSON-LD, microdata or Open Graph",
    fr: "La page n'indique aucun prix en JSON-LD, microdata ou Open Graph",
  },
  "prices.check_other_product": {
    en: "The page shows another product: it names another EAN",
    fr: "La page montre un autre produit : elle indique un autre EAN",
  },
  "prices.check_currency": {
    en: "The price is in {currency}, not in {wanted}, and there is no exchange rate for {currency}",
    fr: "Le prix est en {currency}, non en {wanted}, et il n'y a pas de taux de change pour {currency}",
  },
  "prices.check_net": {
    en: "The page names a price without VAT only",
    fr: "La page n'indique qu'un prix hors taxes",
  },
  "prices.check_unreadable": {
    en: "The page cannot be read: {reason}",
    fr: "La page ne peut pas être lue : {reason}",
  },
  "prices.bot_is_running": {
    en: "A search for prices is under way: wait for its end",
    fr: "Une recherche de prix est en cours : attendez sa fin",
  },
  "prices.beyond_cents": {
    en: "By the exchange rate this is less than a cent in {currency}, or more than ten billion",
    fr: "Au taux de change, c'est moins d'un centime en {currency}, ou plus de dix milliards",
  },
  "prices.observed_now": {
    en: "Observations count from when they arrive: leave it out, or send a time within five minutes of now",
    fr: "Une observation compte dès son arrivée : omettez-le, ou envoyez un instant à moins de cinq minutes",
  },
  "prices.check_unknown_source": {
    en: "No competitor has the code {source}: create it with POST /prices/competitors, and its page is checked",
    fr: "Aucun concurrent n'a le code {source} : créez-le par POST /prices/competitors, et sa page sera lue",
  },
  "prices.check_doubtful": {
    en: "The price waits in /prices/validation",
    fr: "Le prix attend dans /prices/validation",
  },
  "map.letter_format": {
    en: "The braces or brackets of the letter do not match",
    fr: "Les accolades ou les crochets de la lettre ne se ferment pas",
  },
  "map.letter_placeholder": {
    en: "A letter has no {{name}}: use {listed}",
    fr: "Une lettre ne connaît pas {{name}} : utilisez {listed}",
  },
  "alerts.one_scope": {
    en: "An alert watches a product, a category, a brand or all products: only one of them",
    fr: "Une alerte surveille un produit, une catégorie, une marque ou tous les produits : un seul d'entre eux",
  },
  "alerts.no_threshold": {
    en: "This kind of alert has no threshold: leave it out, or send null",
    fr: "Ce type d'alerte n'a pas de seuil : ne l'envoyez pas, ou envoyez null",
  },
  "repricing.run_subject": { en: "Repricing has changed {changed}", fr: "La tarification a modifié {changed}" },
  "repricing.run_body": {
    en: "Scheduled repricing has changed {changed} and passed over {skipped}.\n{left_out}",
    fr: "La tarification planifiée a modifié {changed} et laissé {skipped} sans changement.\n{left_out}",
  },
  "repricing.run_failed_subject": {
    en: "Scheduled repricing has failed",
    fr: "La tarification planifiée a échoué",
  },
  "repricing.run_failed_body": {
    en: "It had changed {changed} before. What it changed is in the history and can be reverted.\n{left_out}",
    fr: "Elle avait modifié {changed} auparavant. Ses modifications figurent dans l'historique et peuvent être annulées.\n{left_out}",
  },
  "repricing.prices.one": { en: "{count} price", fr: "{count} prix" },
  "repricing.prices.other": { en: "{count} prices", fr: "{count} prix" },
  "repricing.products.one": { en: "{count} product", fr: "{count} produit" },
  "repricing.products.other": { en: "{count} products", fr: "{count} produits" },
  "repricing.reverting": {
    en: "This run is being reverted",
    fr: "L'annulation de cette exécution est en cours",
  },
  "repricing.replay_since": {
    en: "Must be in the past, and not more than 90 days ago",
    fr: "Doit être passé, de 90 jours au plus",
  },
  "repricing.waiting_subject": {
    en: "Scheduled repricing waits for approval",
    fr: "La tarification planifiée attend une approbation",
  },
  "repricing.waiting_body": {
    en: "It begins once somebody approves it who has not made its rules: GET /prices/repricing/runs?status=awaiting_approval",
    fr: "Elle commence quand l'approuve quelqu'un qui n'a pas écrit ses règles : GET /prices/repricing/runs?status=awaiting_approval",
  },
  "repricing.simulation_gone": {
    en: "The simulation of this run has run out: reject the run, simulate again and start a new one",
    fr: "La simulation de cette exécution a expiré : rejetez l'exécution, simulez de nouveau et lancez-en une autre",
  },
  "repricing.rule_inactive": { en: "This rule is switched off", fr: "Cette règle est désactivée" },
  "repricing.other_currency": {
    en: "This price list is in {currency}; MAP, costs and competitors' prices are in EUR. Set an exchange rate for it under /settings/exchange-rates",
    fr: "Cette liste de prix est en {currency} ; les prix minimums, les coûts et les prix des concurrents sont en EUR. Indiquez son taux de change sous /settings/exchange-rates",
  },
  "repricing.list_changed_currency": {
    en: "The price list is in another currency now, or was deleted",
    fr: "La liste de prix est désormais dans une autre devise, ou a été supprimée",
  },
  "repricing.revert_below_floor": {
    en: "The price before is below today's minimum advertised price or cost. Send `force: true` to restore it nevertheless",
    fr: "Le prix précédent est inférieur au prix minimum annoncé ou au coût actuel. Envoyez `force: true` pour le rétablir malgré tout",
  },
  "repricing.left_out": {
    en: "\nNot run, because they changed since they were last simulated: {rules}\n",
    fr: "\nNon exécutées, car modifiées depuis leur dernière simulation : {rules}\n",
  },
  "repricing.reverted_before": {
    en: "This change was already reverted",
    fr: "Cette modification a déjà été annulée",
  },
} as const;
