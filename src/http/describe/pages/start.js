// What the page's options for Swagger UI cannot say. Cookies are neither sent nor stored: the signed-in user is lost with
// the page.

import { SHORTER_OPERATIONS, SIGN_IN_FIRST } from "/docs/shorter.js";
import { addressOf, fieldsOf, openTryOut } from "/docs/try-out.js";

const links = [...document.querySelectorAll("[data-part]")];
const documentOf = (part) => `/docs/api/${part}.json`;
const said = document.getElementById("said");

function wantedPart() {
  const wanted = new URLSearchParams(location.search).get("part");
  const link = links.find(({ dataset }) => dataset.part === wanted) ?? links[0];
  for (const each of links) {
    if (each === link) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  return link.dataset.part;
}
const dark = matchMedia("(prefers-color-scheme: dark)");
const followSystem = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followSystem);
followSystem();

/** Who signed in, by the name of the credential. */
const authorized = () => window.ui.authSelectors.authorized().toJS();

function credentialsOf({ security }) {
  const given = authorized();
  for (const name of security) {
    const { value, token, schema } = given[name] ?? {};
    if (token) return { authorization: `Bearer ${token.access_token}` };
    if (value) return { [schema.name]: value };
  }
  return {};
}

function packed({ type }, body) {
  if (body === undefined) return {};
  if (type === "application/json") return { headers: { "content-type": type }, body: JSON.stringify(body) };
  const form = type === "multipart/form-data" ? new FormData() : new URLSearchParams();
  for (const [name, value] of fieldsOf(body)) form.append(name, value);
  return { body: form };
}

async function send(plan, given) {
  const { headers, body } = packed(plan, given.body);
  const response = await fetch(addressOf({ path: plan.path, given }), {
    method: plan.method,
    credentials: "omit",
    headers: { ...headers, ...credentialsOf(plan) },
    body,
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
}

const agree = (operations) =>
  confirm(`This example works on objects of its own, which are not there yet. Make them?\n\n${operations.join(", ")}`);

/** Opens when somebody tries an operation out for the first time. */
let opened;
async function openTrying() {
  const response = await fetch("/docs/api/plans.json", { headers: credentialsOf({ security: ["operatorKey"] }) });
  const plans = await response.json();
  return { plans, examples: openTryOut({ plans, agree, send: (id, given) => send(plans[id], given) }) };
}
function trying() {
  opened ??= openTrying().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function showParameters({ specSelectors, specActions }, place, given) {
  for (const parameter of specSelectors.specResolvedSubtree(["paths", ...place])?.get("parameters") ?? []) {
    const value = (parameter.get("in") === "path" ? given.path : given.query)[parameter.get("name")];
    if (value !== undefined) specActions.changeParamByIdentity(place, parameter, String(value));
  }
}

function showForm({ specSelectors, oas3Actions, Im }, pathMethod, { type }, body) {
  const fill = (name, value) => oas3Actions.setRequestBodyValue({ pathMethod, value: Im.Map([[name, value]]) });
  const place = ["paths", ...pathMethod, "requestBody", "content", type, "schema", "properties"];
  for (const name of specSelectors.specResolvedSubtree(place)?.keys() ?? []) {
    if (name in body) continue;
    fill(name, "");
    oas3Actions.setRequestBodyInclusion({ pathMethod, name, value: false });
  }
  for (const [name, value] of fieldsOf(body)) fill(name, value);
}

/** Puts a request into the boxes of an operation. */
function show(system, plan, given) {
  const place = [plan.path, plan.method.toLowerCase()];
  showParameters(system, place, given);
  if (given.body === undefined) return;
  if (plan.type !== "application/json") return showForm(system, place, plan, given.body);
  system.oas3Actions.setRequestBodyValue({ pathMethod: place, value: JSON.stringify(given.body, null, 2) });
}

const asGiven = (body) => ({ path: {}, query: {}, body });
/** Signing in has the reader's own address and password: a wrong one counts as an attempt on their account. */
const SIGNING_IN = {
  login: ({ signIn }) => signIn && asGiven({ username: signIn.username, password: signIn.password }),
  loginJson: ({ signIn }) => signIn && asGiven({ email: signIn.username, password: signIn.password }),
};

/** What the dialog "Authorize" asks for. */
const CREDENTIALS = {
  signIn: "your e-mail address and password",
  apiKeyAuth: "an API key",
  syncKeyAuth: "the key of a price scraper",
  operatorKey: "the operator's key",
};

/** What an operation must be called with, when the reader has given none of it. */
function missingCredential({ security }) {
  const given = authorized();
  if (security.length === 0 || security.some((name) => name in given)) return undefined;
  return security.map((name) => CREDENTIALS[name]).join(" or ");
}

/** Fills an operation in and opens its boxes; opens them in any case. */
async function fillIn(system, id, open) {
  said.textContent = "";
  if (Object.keys(authorized()).length === 0) {
    open();
    said.textContent = "Sign in with Authorize: then examples are filled in with what is in your catalog.";
    return;
  }
  try {
    const { plans, examples } = await trying();
    const missing = plans[id] && missingCredential(plans[id]);
    if (missing) {
      open();
      said.textContent = `${id} takes ${missing}: give it with Authorize.`;
      return;
    }
    const given = SIGNING_IN[id]?.(authorized()) ?? (await examples.fill(id));
    if (given) show(system, plans[id], given);
    open();
    if (!given) return;
    // The fields of a form take their first values when they appear.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    show(system, plans[id], given);
    said.textContent = `${id} is filled in: Execute calls it.`;
  } catch (error) {
    open();
    said.textContent = `${id} could not be filled in. ${error.message}`;
  }
}

async function keep(path, method, { ok, body, text }) {
  if (!(ok && opened)) return;
  const { plans, examples } = await opened;
  const [id] =
    Object.entries(plans).find(([, plan]) => plan.path === path && plan.method === method.toUpperCase()) ?? [];
  if (id) examples.note(id, body ?? text);
}

const FILLED_EXAMPLES = {
  statePlugins: {
    layout: {
      wrapActions: {
        show: (original, system) => (thing, isShown) => {
          const [, , id, part] = [...thing];
          if (part !== "try-it-out" || !isShown) return original(thing, isShown);
          return void fillIn(system, id, () => original(thing, isShown));
        },
      },
    },
    spec: {
      wrapActions: {
        setResponse: (original) => (path, method, response) => {
          keep(path, method, response).catch(() => undefined);
          return original(path, method, response);
        },
      },
    },
  },
};

let shown = wantedPart();
// The page starts it, when all of it is there.
const { SwaggerUIBundle: bundle } = window;
window.SwaggerUIBundle = (options) =>
  bundle({
    ...options,
    url: documentOf(shown),
    plugins: [FILLED_EXAMPLES, SHORTER_OPERATIONS, SIGN_IN_FIRST],
    requestInterceptor: (request) => Object.assign(request, { credentials: "omit" }),
  });
function showPart() {
  const part = wantedPart();
  if (part === shown) return;
  shown = part;
  ui.specActions.updateUrl(documentOf(part));
  ui.specActions.download(documentOf(part));
}
for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    showPart();
  });
}
addEventListener("popstate", showPart);
