// Webhooks: an endpoint, its secret, a job that tells of itself, and the same message once more.

import assert from "node:assert/strict";

export default async function ({ page, host, open, api, shot, axe, width, scheme }) {
  const arrived = async () => (await fetch(`${host}/arrived`)).json();
  const until = async (enough) => {
    for (;;) {
      const all = await arrived();
      if (enough(all)) return all;
      await new Promise((r) => setTimeout(r, 50));
    }
  };
  await open("/webhooks");
  await page.getByText("No endpoints yet.").waitFor();
  await shot("none");
  await axe();

  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await form.getByLabel("URL").fill("no address");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("has to start with https://").waitFor();
  await form.getByLabel("URL").fill(`${host}/hook`);
  await form.getByLabel("Description").fill("Orders");
  await shot("add");
  await axe();
  await width(390);
  await shot("add");
  await width(1280);
  await form.getByRole("button", { name: "Save" }).click();
  const secret = page.getByRole("dialog", { name: "Signing secret" });
  const first = await secret.getByLabel("Signing secret").last().textContent();
  assert.match(first, /^whsec_/);
  await axe();
  await secret.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  assert.notEqual(await secret.getByLabel("Signing secret").last().textContent(), first);
  await secret.getByRole("button", { name: "Close" }).click();
  const { endpoints: [made] } = await api("GET", "/webhooks/endpoints");

  await page.getByRole("button", { name: `Send test ${host}/hook` }).click();
  await page.getByText("accepted the test with 204").waitFor();

  // A job whose request asks for it.
  const { job_id: id } = await api("POST", "/parse_async", { input: `${host}/files/invoice.pdf`, async: { webhook: { mode: "svix" }, metadata: { order: 7 } } });
  await until((all) => all.some((m) => m.body.job_id === id));
  const delivery = page.locator("[data-delivery]").filter({ hasText: id });
  await page.getByLabel("Job id").fill(id);
  await page.keyboard.press("Enter");
  await page.getByText(`Job test`).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await delivery.getByText("Succeeded").waitFor();
  await delivery.getByRole("button", { name: /^Redeliver/ }).click();
  await delivery.getByText("2 attempts").waitFor();
  const both = await until((all) => all.filter((m) => m.body.job_id === id).length === 2);
  const [one, two] = both.filter((m) => m.body.job_id === id);
  assert.match(one.id, /^msg_/);
  assert.equal(one.id, two.id);
  assert.deepEqual(two.body, { status: "Completed", job_id: id, metadata: { order: 7 } });
  await delivery.getByText("2 attempts").click();
  await page.getByText("The message is sent again.").waitFor({ state: "detached" });
  await shot("deliveries");
  await axe();
  await scheme("dark");
  await width(390);
  await shot("deliveries");
  await axe();
  await scheme("light");
  await width(1280);

  // A receiver that refuses is shown with its answer; the filter finds it.
  await page.getByLabel("Job id").fill("");
  await page.getByRole("button", { name: `Edit ${host}/hook` }).click();
  const edit = page.getByRole("dialog", { name: "Edit endpoint" });
  await edit.getByLabel("URL").fill(`${host}/refuse`);
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Send test ${host}/refuse` }).click();
  await page.getByRole("alert").filter({ hasText: "did not accept the test" }).waitFor();
  await shot("refused");
  await axe();
  await page.getByRole("button", { name: `Disable ${host}/refuse` }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  assert.equal((await api("GET", `/webhooks/endpoints/${made.id}`)).disabled, true);
  await page.getByRole("button", { name: `Enable ${host}/refuse` }).click();
  await page.getByText("Enabled", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Delete ${host}/refuse` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No endpoints yet.").waitFor();
  assert.deepEqual((await api("GET", "/webhooks/endpoints")).endpoints, []);

  // The job of a message is a click away.
  await page.getByRole("link", { name: id }).first().click();
  await page.getByRole("heading", { name: /invoice\.pdf/, level: 1 }).waitFor();
}
