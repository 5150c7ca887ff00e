// Every view at both widths and in both schemes: nothing sticks out, everyone can read it.

export default async function ({ page, open, api, job, host, shot, axe, width, scheme }) {
  const id = await job("parse", "report");
  const { job_id: broken } = await api("POST", "/parse_async", { input: `${host}/files/missing.pdf` });
  await api("GET", `/job/${broken}?timeout=30`);
  const views = {
    start: ["/new", () => page.getByRole("heading", { name: "New document" })],
    extract: ["/new/extract", () => page.getByRole("heading", { name: "New document" })],
    split: ["/new/split", () => page.getByRole("heading", { name: "New document" })],
    classify: ["/new/classify", () => page.getByRole("heading", { name: "New document" })],
    edit: ["/new/edit", () => page.getByRole("heading", { name: "New document" })],
    job: [`/job/${id}`, () => page.locator(".sheet img").first()],
    failed: [`/job/${broken}`, () => page.getByRole("alert")],
    jobs: ["/jobs", () => page.getByRole("link", { name: "report.pdf" })],
    usage: ["/usage", () => page.locator(".chart .bar").first()],
    webhooks: ["/webhooks", () => page.getByText("No deliveries.")],
    keys: ["/keys", () => page.getByText("No keys in the database.")],
    nowhere: ["/nowhere", () => page.getByRole("alert")],
  };
  for (const [name, [address, ready]] of Object.entries(views)) {
    await open(address);
    await ready().waitFor();
    for (const pixels of [1280, 390]) {
      await width(pixels);
      for (const colours of ["light", "dark"]) {
        await scheme(colours);
        await shot(name);
        // What axe sees of a width it sees in both schemes, but for the contrast.
        if ((pixels === 1280) === (colours === "light")) await axe();
      }
    }
    await width(1280);
    await scheme("light");
  }
}
