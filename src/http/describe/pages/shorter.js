// What Swagger UI shows of an operation, on fewer screens, and its dialog "Authorize". Sent to browsers as it stands.

/** `404`, or `4XX` for all that are alike. */
const ERROR = /^[45]/;

/** A row that is one button until somebody presses it; then it is what Swagger UI shows. */
const foldedRow = (Original, React, isFolded, label) => (props) => {
  const [isOpen, setOpen] = React.useState(false);
  if (isOpen || !isFolded(props)) return React.createElement(Original, props);
  const button = React.createElement(
    "button",
    { type: "button", className: "folded", "aria-expanded": false, onClick: () => setOpen(true) },
    label(props),
  );
  return React.createElement("tr", null, React.createElement("td", { colSpan: 3 }, button));
};

const isError = ({ code, response }) => ERROR.test(String(code)) && Boolean(response);
const errorLabel = ({ code, response }) => `${code} ${response.get("description") ?? ""}`.split("\n")[0];

/** A list that takes more parameters than this shows only those that are required or have a value. */
const PARAMETERS_SHOWN = 10;
const LABEL_CHARACTERS = 90;
const isHeader = (param) => param.get("in") === "header";
const isSeldom = ({ rawParam, param, pathMethod, specSelectors }) => {
  if (!rawParam || rawParam.get("required") || (param?.get("value") ?? "") !== "") return false;
  if (isHeader(rawParam)) return true;
  const all = specSelectors.specResolvedSubtree(["paths", ...pathMethod])?.get("parameters");
  return rawParam.get("in") === "query" && (all?.size ?? 0) > PARAMETERS_SHOWN;
};
const parameterLabel = ({ rawParam }) =>
  `${isHeader(rawParam) ? "Header " : ""}${rawParam.get("name")}: ${rawParam.get("description") ?? ""}`.slice(
    0,
    LABEL_CHARACTERS,
  );

/** The headers of an answer, behind one button. */
const foldedHeaders =
  (Original, { React }) =>
  (props) =>
    React.createElement(
      "details",
      null,
      React.createElement("summary", { className: "folded" }, "Headers"),
      React.createElement(Original, props),
    );

/** Errors are one line each, and so is what need not be sent and seldom is; headers of answers are behind a button. */
export const SHORTER_OPERATIONS = {
  wrapComponents: {
    response: (Original, { React }) => foldedRow(Original, React, isError, errorLabel),
    parameterRow: (Original, { React }) => foldedRow(Original, React, isSeldom, parameterLabel),
    headers: foldedHeaders,
  },
};

/** The dialog begins with the e-mail address, unless it is not asked for; each box of it would take the focus in turn. */
function toFirstBox() {
  const first = document.getElementById("oauth_username") ?? document.querySelector(".auth-container input");
  first?.focus();
  document.querySelector(".modal-ux-content")?.scrollTo(0, 0);
}

const REFUSED = {
  Unauthorized: "The e-mail address or the password is wrong.",
  "Too Many Requests": "Too many attempts: wait some minutes, then try again.",
};
const plainly = (message) => {
  const known = Object.entries(REFUSED).find(([status]) => String(message).includes(status));
  return known ? known[1] : String(message).replace(/, error: \[object Object\]/, "");
};

/** The e-mail address first, and plain words when signing in is refused. */
export const SIGN_IN_FIRST = {
  statePlugins: {
    auth: {
      wrapActions: {
        showDefinitions: (original) => (definitions) => {
          const shown = original(definitions);
          if (definitions) setTimeout(toFirstBox);
          return shown;
        },
      },
    },
    err: {
      wrapActions: {
        newAuthErr: (original) => (error) => original({ ...error, message: plainly(error.message) }),
      },
    },
  },
};
