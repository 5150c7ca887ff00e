// Light, dark, or what the system says. The choice outlives the tab; early.ts applies it before the page is drawn.

import { h, svg } from "../dom";

const name = "octavo-theme";
const next: Record<string, string> = { auto: "light", light: "dark", dark: "auto" };
const shapes: Record<string, string> = {
  auto: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13M8 2v12M9.5 2.5v11M11 3.5v9M12.5 5v6",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 .8v1.7M8 13.5v1.7M.8 8h1.7M13.5 8h1.7M2.9 2.9l1.2 1.2M11.9 11.9l1.2 1.2M2.9 13.1l1.2-1.2M11.9 4.1l1.2-1.2",
  dark: "M13.5 10A6 6 0 0 1 6 2.5a6 6 0 1 0 7.5 7.5z",
};

function chosen(): string { return document.documentElement.dataset.theme ?? "auto"; }

function choose(theme: string): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch { /* where storage is closed the choice lasts as long as the page */ }
}

/** themeButton goes from what the system says to light, to dark, and back. */
export function themeButton(): HTMLButtonElement {
  const button = h("button", { type: "button", class: "icon" });
  const draw = () => {
    const at = chosen();
    button.replaceChildren(svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: `glyph theme-${at}` }, svg("path", { d: shapes[at]! })));
    button.setAttribute("aria-label", `Theme: ${at}. Switch to ${next[at]}.`);
    button.title = `Theme: ${at}`;
  };
  button.addEventListener("click", () => { choose(next[chosen()]!); draw(); });
  draw();
  return button;
}
