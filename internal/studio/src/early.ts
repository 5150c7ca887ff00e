// Runs before the page is drawn, so that a chosen theme is there from the first picture on. It is a script of its own,
// because modules come later.

{
  let chosen: string | null = null;
  try { chosen = localStorage.getItem("octavo-theme"); } catch { /* storage is closed; the system decides */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
