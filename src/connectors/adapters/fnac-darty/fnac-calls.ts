import { FileUnreadable } from "../../../imports/parse/file-unreadable.ts";
import { openXml } from "../../../imports/parse/xml/xml-events.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import type { Api } from "../../engine/requests/platform-api.ts";

// Source: the marketplace's XML services, https://vendeur.fnac.com/docs/api/2.6/services/
const API = "https://vendeur.fnac.com/api.php";
const SPACE = "http://www.fnac.com/schemas/mp-dialog.xsd";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** An element with a text. */
export const node = (name: string, value: string, attributes = "") =>
  `<${name}${attributes}>${escaped(value)}</${name}>`;

/** One offer of a batch's report, or as it is there. */
export interface Offer {
  status: string;
  sku: string;
  errors: string[];
  /** The texts of its own elements, by name; not those of its promotion. */
  texts: Map<string, string>;
}

/** What a service answers. */
export interface Reply {
  status: string;
  /** The texts of elements outside offers, by name. */
  texts: Map<string, string>;
  errors: string[];
  offers: Offer[];
  xml: string;
}

/** Throws FileUnreadable. */
function readReply(xml: string): Reply {
  const reply: Reply = { status: "", texts: new Map(), errors: [], offers: [], xml };
  let offer: Offer | undefined;
  let depth = 0;
  let offerDepth = 0;
  let text = "";
  let isFirst = true;
  const feed = openXml("answer.xml", {
    open: (name, { status = "" }) => {
      text = "";
      depth++;
      if (isFirst) reply.status = status;
      isFirst = false;
      if (name !== "offer") return;
      offer = { status, sku: "", errors: [], texts: new Map() };
      offerDepth = depth;
      reply.offers.push(offer);
    },
    text: (more) => {
      text += more;
    },
    close: (name) => {
      const said = text.trim();
      text = "";
      const isOwn = depth-- === offerDepth + 1;
      if (name === "offer") offer = undefined;
      else if (name === "error") (offer ?? reply).errors.push(said);
      else if (!offer) reply.texts.set(name, said);
      else if (name === "offer_seller_id") offer.sku = said;
      else if (isOwn) offer.texts.set(name, said);
    },
  });
  feed.write(xml);
  feed.end();
  return reply;
}

async function post(api: Api, service: string, attributes: string, inner: string): Promise<Reply> {
  const body = `<?xml version="1.0" encoding="utf-8"?><${service} xmlns="${SPACE}"${attributes}>${inner}</${service}>`;
  const headers = { "content-type": "text/xml; charset=utf-8", accept: "text/xml" };
  const answer = await api.request({ method: "POST", url: `${API}/${service}`, body, headers });
  try {
    return readReply(answer.text);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new PlatformError("refused", "Fnac Darty answered without XML that can be read");
  }
}

/** Of a token that does not say how long it counts. */
const TOKEN_SECONDS = 300;

/** The token of a connector. Throws `PlatformError` for refused credentials. */
export const tokenOf = (api: Api): Promise<string> =>
  api.token(async () => {
    const { partner_id = "", shop_id = "", api_key = "" } = api.credentials;
    const inner = node("partner_id", partner_id) + node("shop_id", shop_id) + node("key", api_key);
    const { texts, errors } = await post(api, "auth", "", inner);
    const token = texts.get("token");
    const seconds = (Date.parse(texts.get("validity") ?? "") - Date.now()) / 1_000;
    if (token) return { token, seconds: seconds > 0 ? seconds : TOKEN_SECONDS };
    throw new PlatformError("credentials", `Fnac Darty refused the credentials: ${errors.join("; ")}`);
  });

/** Asks a service. */
export async function call(api: Api, service: string, inner: string): Promise<Reply> {
  const { partner_id = "", shop_id = "" } = api.credentials;
  const token = await tokenOf(api);
  const said = Object.entries({ partner_id, shop_id, token }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return post(api, service, said.join(""), inner);
}
