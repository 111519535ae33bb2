import { openChatProvider } from "../doubles/chat-provider.ts";
import { faultsOf } from "../doubles/published-requests.ts";

type Body = { messages: { role: string; content: string }[] };

/** What the model gets wrong, by what a product is called. */
export interface Slips {
  /** It invents a measure and a certificate. */
  invents: (title: string) => boolean;
  /** Its translation loses the brand or a term, at first or always. */
  forgets: (title: string) => "never" | "once" | "always";
}

const INVENTED = "<p>Il pèse 99 kg et il est certifié ISO 9001.</p>";

/** French words of the public list of medicines, each with what it is in Spanish. */
const WORDS = new Map(
  `comprimé comprimido, comprimés comprimidos, plaquette blíster, aluminium aluminio, flacon frasco, verre vidrio, solution solución,
  gélule cápsula, pour para, pelliculé recubierto, enrobé recubierto, thermoformée termoformado, polyéthylène polietileno,
  injectable inyectable, avec con, perfusion perfusión, seringue jeringa, poudre polvo, préremplie precargada, sécable ranurado,
  ampoule ampolla, polyamide poliamida, microgrammes microgramos, densité densidad, brun marrón, solvant disolvente,
  polypropylène polipropileno, sécurité seguridad, sachet sobre, capsule cápsula, libération liberación, haute alta, basse baja,
  tube tubo, prolongée prolongada, fermeture cierre, enfant niño, dispositif dispositivo, aiguille aguja, buvable bebible,
  crème crema, gouttes gotas, collyre colirio, bouteille botella, verni barnizado, molle blanda, poche bolsa, diluer diluir,
  orienté orientado, suremballée embalado, surpochée embalada, ou o, gobelet vaso, doseur dosificador, gastro gastro, heure hora,
  résistante resistente, sirop jarabe, jaune amarillo, compte cuenta, est es, un un, médicament medicamento`
    .split(",")
    .map((pair) => pair.trim().split(" ") as [french: string, spanish: string]),
);
const spanishOf = (text: string): string =>
  text
    .replace("À conserver à moins de", "Conservar a menos de")
    .replaceAll(/\p{L}+/gu, (word) => WORDS.get(word.toLowerCase()) ?? word);

/** Writes what it is given as facts, and invents now and then. */
function describeProduct(user: string, { invents }: Slips): string {
  const fact = (label: string) => (new RegExp(`${label}: (.*)`).exec(user)?.[1] ?? "").replace("</data>", "");
  const title = fact("Titre");
  const sheet = /À conserver à moins de \d+ °C/.exec(user)?.[0];
  const said = `<p>${title} est un médicament de ${fact("Marque")}.</p>${sheet ? `<p>${sheet}.</p>` : ""}`;
  return invents(title) ? said + INVENTED : said;
}

/** Translates the texts that it is given; what it forgets is the name of the maker, and the word of the glossary. */
function translate({ messages }: Body, { forgets }: Slips): string {
  const conversation = messages.map(({ content }) => content).join("\n");
  const [, given = "{}"] = /<data>(\{".*?"\})<\/data>/s.exec(conversation) ?? [];
  const texts = Object.entries(JSON.parse(given) as Record<string, string>);
  const said = Object.fromEntries(texts.map(([field, text]) => [field, spanishOf(text)]));
  const { description } = said;
  const title = /<p>(.*?) est un médicament/.exec(given)?.[1] ?? "";
  const isReminded = messages.length > 2;
  const slip = forgets(title);
  if (description === undefined || slip === "never" || (slip === "once" && isReminded)) return JSON.stringify(said);
  const lost = description.replace(/es un medicamento de .*?\.<\/p>/, "es una medicina de la casa.</p>");
  return JSON.stringify({ ...said, description: lost });
}

/**
 * A provider that takes what OpenAI publishes and nothing else, counts tokens by itself and bills them: one millionth of a
 * dollar for one of a prompt, two for one of an answer.
 */
export async function openMedicineModel(slips: Slips) {
  const provider = await openChatProvider();
  const refused: string[] = [];
  let billed = 0;
  provider.says((text) => {
    const body = JSON.parse(text) as Body & Record<string, unknown>;
    const faults = faultsOf("openai", body);
    refused.push(...faults.map(({ param, message }) => `${param} ${message}`));
    if (faults.length > 0) return 400;
    const isTranslation = body["response_format"] !== undefined;
    const content = isTranslation ? translate(body, slips) : describeProduct(String(body.messages[1]?.content), slips);
    const prompt_tokens = Math.ceil(Buffer.byteLength(JSON.stringify(body.messages)) / 4);
    const completion_tokens = Math.ceil(Buffer.byteLength(content) / 4);
    billed += prompt_tokens + completion_tokens * 2;
    const choices = [{ message: { role: "assistant", content }, finish_reason: "stop" }];
    return { raw: JSON.stringify({ choices, usage: { prompt_tokens, completion_tokens } }) };
  });
  return { baseUrl: provider.baseUrl, billed: () => billed, refused };
}
