import { expect, test } from "bun:test";
import { openStage } from "./stage.ts";
import { visit } from "./visit.ts";

const TEST_MS = 60_000;

const { browser, service, call } = await openStage();

test(
  "a network that is away shows a bar and nothing is lost: the same button saves once it is back",
  async () => {
    const { page } = await visit(browser, service.url, { path: "/setup", locale: "en-GB" });
    await page.getByRole("button", { name: "New" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(/^Name/).fill("Laguiole");
    await page.context().setOffline(true);
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("The service is not reached. Trying again").waitFor();
    await drawer.getByText("What you wrote is still here").waitFor();
    await page.context().setOffline(false);
    await page.getByText("The service is not reached. Trying again").waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Laguiole" }).waitFor();
    const { items } = (await call("GET", "/brands")) as unknown as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["Laguiole"]);
  },
  TEST_MS,
);

test(
  "what the API refuses stands beside its field in the API's words, and mends there",
  async () => {
    const { page } = await visit(browser, service.url, { path: "/setup/suppliers", locale: "fr-FR" });
    await page.getByRole("button", { name: "Nouveau" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(/^Nom/).fill("Grossiste Lyon");
    await drawer.getByLabel(/^E-mail/).fill("no address");
    await drawer.getByRole("button", { name: "Enregistrer" }).click();
    const email = drawer.getByLabel(/^E-mail/);
    await drawer.locator(".problem").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const beside = await drawer.locator(".problem").textContent();
    await email.fill("lyon@example.com");
    await drawer.getByRole("button", { name: "Enregistrer" }).click();
    await page.getByRole("button", { name: "Grossiste Lyon" }).waitFor();
    expect(beside).not.toBe("");
  },
  TEST_MS,
);

test(
  "another version of the service asks for a reload, and leaves what somebody writes",
  async () => {
    const { page } = await visit(browser, service.url, { path: "/setup", locale: "en-GB" });
    await page.getByRole("button", { name: "New" }).click();
    const name = page.getByRole("dialog").getByLabel(/^Name/);
    await name.fill("Staub");
    // The same build says nothing.
    const looked = page.waitForResponse((answer) => answer.url().endsWith("/health/live"));
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    expect(Object.keys((await (await looked).json()) as object)).toContain("build");
    expect(await page.getByText("A new version of catalogd is running.").count()).toBe(0);
    await page.route("**/api/v1/health/live", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), build: "other" } });
    });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.getByText("A new version of catalogd is running.").waitFor();
    expect(await name.inputValue()).toBe("Staub");
  },
  TEST_MS,
);
