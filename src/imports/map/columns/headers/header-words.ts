const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that name what every row is, and so say nothing of a column. */
export const FILLERS = setOf(
  "produit product produkt producto prodotto produktu article artikel item variant variante the of du de des la le les " +
    "der die das del di d l your votre",
);

/** Words that name money; a price column means the same with and without them. */
export const CURRENCIES = setOf(
  "eur euro euros usd dollar dollars chf gbp pln zl zloty czk kc huf ron lei sek nok dkk cad aud jpy fr sfr uah rub kzt bgn " +
    "rsd грн руб тг лв дин",
);

/** Words behind which a unit stands, or that stand beside one. */
export const UNIT_WORDS = setOf(
  "kg kgs g gr gram grams gramm gramme grammes mg lb lbs pound pounds oz ounce ounces t m cm mm dm inch inches zoll " +
    "pouce pouces ft feet foot ml cl l tage tagen days jours dias giorni dagen dni weeks woche wochen semaines hours stunden months monate monaten mois",
);
/** Words that tie a unit to what it measures: `Breite in mm`, `poids en g`. */
export const UNIT_TIES = setOf("in en w em");

/** Words that are no field and differ by one letter from one that is. */
export const NO_TYPOS = setOf("marge margin nomfournisseur");

/** What headers say of taxes in prices, and the word it means. The longest first. */
export const TAX_PHRASES: readonly (readonly [string, "ttc" | "ht"])[] = [
  ["toutes taxes comprises", "ttc"],
  ["ttc ttc", "ttc"],
  ..."inkl mwst;incl mwst;inkl ust;incl ust;inkl mehrwertsteuer;incl vat;inc vat;including vat;with vat;incl tax;inc tax;including tax;incl btw;inclusief btw;tva incluse;tva comprise;iva incluido;iva incluida;con iva;iva incl;iva inc;iva inclusa;iva compresa;z vat;vat incl;btw incl;tax included;taxes comprises;inkl moms;inkl mva;med moms;med mva;s dph;vc dph;sis alv;km ga;ar pvn;su pvm;cu tva;com iva;s pdv om;z ddv;с ндс;з пдв;с ддс;με φπα;kdv dahil;gross;brutto;bruto;lordo;ttc"
    .split(";")
    .map((phrase) => [phrase, "ttc"] as const),
  ..."exkl mwst;excl mwst;zzgl mwst;ohne mwst;exkl ust;zzgl ust;excl vat;ex vat;excluding vat;without vat;excl tax;ex tax;excluding tax;excl btw;exclusief btw;ex btw;hors tva;hors taxes;hors taxe;sin iva;iva excluido;iva excl;iva esclusa;senza iva;bez vat;vat excl;btw excl;tax excluded;ekskl moms;exkl moms;eks moms;ex moms;eks mva;ekskl mva;uten mva;utan moms;uden moms;bez dph;ilman alv;alv 0;km ta;bez pvn;be pvm;fara tva;sem iva;bez pdv a;brez ddv;без ндс;без пдв;без ддс;χωρις φπα;kdv haric;net;netto;neto;ht"
    .split(";")
    .map((phrase) => [phrase, "ht"] as const),
];

const languageWords = (code: string, words: string) => words.split(" ").map((word) => [word, code] as const);

/** Words that headers name a language with, and its code. */
export const LANGUAGE_WORDS: ReadonlyMap<string, string> = new Map([
  ...languageWords("fr", "francais french franzosisch frances francese frans francuski"),
  ...languageWords("en", "anglais english englisch ingles inglese engels angielski"),
  ...languageWords("de", "allemand german deutsch aleman tedesco duits niemiecki"),
  ...languageWords("es", "espagnol spanish spanisch espanol spagnolo spaans hiszpanski"),
  ...languageWords("it", "italien italian italienisch italiano italiaans wloski"),
  ...languageWords("nl", "neerlandais dutch niederlandisch holandes neerlandes olandese nederlands holenderski"),
  ...languageWords("pt", "portugais portuguese portugiesisch portugues portoghese portugees portugalski"),
  ...languageWords("pl", "polonais polish polnisch polaco polacco pools polski"),
]);

/** Codes of countries that headers write for the languages spoken there. */
export const LANGUAGE_OF_COUNTRY: ReadonlyMap<string, string> = new Map([
  ["ua", "uk"],
  ["cz", "cs"],
  ["gr", "el"],
  ["dk", "da"],
  ["rs", "sr"],
]);

/** Codes that headers name languages with. `no`, `is`, `be`, `id`, `in` and `me` are words far more often. */
export const LANGUAGE_CODES = setOf(
  "fr en de es it nl pt pl bg cs da el et fi ga hr hu lt lv mt nb nn ro ru sk sl sr sv tr uk ar zh ja ko he ca eu gl ka mk sq vi th",
);
