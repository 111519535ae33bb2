import { texts } from "../words/words.ts";

/** The words of webhooks. */
export const w = texts({
  en: {
    title: "Webhooks",
    empty: "No endpoint yet. An endpoint is an address of yours that is told what changes in the catalog.",
    test: "Send a test",
    tested: "Answered {status} in {ms} ms",
    rotate: "New secret",
    replay: "Send again since yesterday",
    replayed: "{n} delivery sent again|{n} deliveries sent again",
    log: "Deliveries",
    noLog: "Nothing has been sent yet.",
    again: "Send again",
    sentAgain: "It will be sent again",
    event: "Event",
    answer: "Answer",
    when: "When",
  },
  fr: {
    title: "Webhooks",
    empty:
      "Pas encore de destination. Une destination est une de vos adresses, avertie de ce qui change dans le catalogue.",
    test: "Envoyer un essai",
    tested: "Réponse {status} en {ms} ms",
    rotate: "Nouveau secret",
    replay: "Renvoyer depuis hier",
    replayed: "{n} envoi refait|{n} envois refaits",
    log: "Envois",
    noLog: "Rien n’a encore été envoyé.",
    again: "Renvoyer",
    sentAgain: "Ce sera renvoyé",
    event: "Événement",
    answer: "Réponse",
    when: "Quand",
  },
});
