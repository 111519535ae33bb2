import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { PAGE_POLICY } from "../../http/describe/pages/policies.ts";
import { access, openAccess } from "../../http/gate/access.ts";
import { Time } from "../../http/input/fields.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { escapedMarkup } from "../../text/escaped.ts";
import { isoOfMs } from "../../text/instant.ts";
import { CONSENT } from "../policies.ts";
import { ConnectorParams } from "../schema.ts";
import { askOwner, type ConsentEnd, takeAnswer } from "./ask.ts";

const TEXTS: Record<Language, Record<"title" | "connected" | "unknown_state" | "declined" | "failed", string>> = {
  en: {
    title: "Connector",
    connected: "The shop is connected. You can close this page.",
    unknown_state: "This consent was not asked for, or too long ago. Ask for it again, and open the new address.",
    declined: "The platform says that there was no consent. Nothing was changed.",
    failed: "The platform was not connected:",
  },
  fr: {
    title: "Connecteur",
    connected: "La boutique est connectée. Vous pouvez fermer cette page.",
    unknown_state:
      "Cet accord n'a pas été demandé, ou il y a trop longtemps. Demandez-le à nouveau, et ouvrez la nouvelle adresse.",
    declined: "La plateforme dit qu'il n'y a pas eu d'accord. Rien n'a été changé.",
    failed: "La plateforme n'a pas été connectée :",
  },
};

/** What the owner of a shop sees when their browser comes back. */
function consentPage(end: ConsentEnd, language: Language): string {
  const texts = TEXTS[language];
  const text = typeof end === "string" ? texts[end] : `${texts.failed} ${end.error}`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${texts.title}</title><p>${escapedMarkup(text)}</p></html>\n`;
}

const ConsentAsked = Type.Object({
  authorize_url: Type.String({ description: "Open it in a browser, signed in as the owner of the shop." }),
  redirect_uri: Type.String({ description: "What the app must have as its redirect address at the platform." }),
  ends_at: Time,
});
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": PAGE_POLICY,
  "cache-control": "no-store",
  // The address holds the code.
  "referrer-policy": "no-referrer",
};

/** `/connectors/{connector_id}/consent`: the owner of a shop agrees at its platform, which gives a token of its own. */
export const consentRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors", tags: ["Shop Consent and Webhooks"] }).use(access(services)).post(
    "/:connector_id/consent",
    async ({ db, write, params: { connector_id: id } }) => {
      const { address, redirect, endsAtMs } = await askOwner({ services, db, write }, id);
      return { authorize_url: address, redirect_uri: redirect, ends_at: isoOfMs(endsAtMs) };
    },
    {
      policy: CONSENT,
      params: ConnectorParams,
      response: { 200: ConsentAsked },
      detail: {
        operationId: "askConnectorConsent",
        summary: "Ask for an owner's consent",
        description:
          "The page of Shopify, eBay or Amazon at which the owner of the shop lets the app of this connector act for them. Their browser comes back to `redirect_uri` of this service, which stores the token encrypted and tests the connector. The address counts once and for half an hour; credentials that are changed meanwhile end it.",
      },
    },
  );

/** Where platforms send the browsers of owners back to. Not for callers of the API. */
export const consentCallback = (services: Services) =>
  new Elysia({ prefix: "/connectors/oauth", detail: { hide: true } }).use(openAccess(services)).get(
    "/callback",
    async ({ request, language }) => {
      const end = await takeAnswer(services, new URL(request.url).searchParams);
      const status = end === "connected" ? 200 : 400;
      return new Response(consentPage(end, language), { status, headers: HEADERS });
    },
    { policy: { credential: "none", tier: "READ_PUBLIC" }, detail: { hide: true } },
  );
