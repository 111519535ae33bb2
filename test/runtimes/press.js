// Put into a page of Swagger UI by the walk: it presses what a reader presses of an operation, from inside. Each click from
// outside would wait for two drawn frames, and the page draws all of itself with each of them.

/** What `find` finds, as soon as the page shows it. */
const seen = (what, find, patienceMs) =>
  new Promise((resolve, reject) => {
    let timer;
    const look = () => {
      const found = find();
      if (!found) return;
      watcher.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const watcher = new MutationObserver(look);
    timer = setTimeout(() => {
      watcher.disconnect();
      reject(new Error(`${what} did not come`));
    }, patienceMs);
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });

/** Opens an operation of the document that is shown and presses "Try it out": what the page says then. */
async function fill({ id, tag }, patienceMs) {
  const find = (selector) => document.querySelector(`[id$="-${id}"] ${selector}`);
  const said = document.getElementById("said");
  said.textContent = "";
  globalThis.ui.layoutActions.show(["operations-tag", tag], true);
  (await seen(id, () => find(".opblock-summary-control"), patienceMs)).click();
  (await seen("Try it out", () => find(".try-out__btn"), patienceMs)).click();
  await seen("a word", () => said.textContent, patienceMs);
  return { said: said.textContent, find };
}

/** Tries an operation out as it stands: the answer's status, and what the page says. */
globalThis.press = async (shown, patienceMs, isCalled) => {
  const { said, find } = await fill(shown, patienceMs);
  if (!isCalled) return { status: 0, said };
  (await seen("Execute", () => find("button.execute"), patienceMs)).click();
  const answer = await seen("an answer", () => find(".live-responses-table .response"), patienceMs);
  const status = Number(answer.querySelector(".response-col_status").textContent.slice(0, 3));
  return { status, said: status < 300 ? said : `${said} ${answer.textContent.slice(0, 400)}` };
};
