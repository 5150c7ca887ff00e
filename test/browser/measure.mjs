// Functions that run inside the page and measure what is seen there.

/** landmarks are the boxes of the parts of a page, by what they are called. */
export function landmarks() {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  const parts = (open ?? document).querySelectorAll("header, nav, main, form, section, table, h1, h2, [role=tablist], [role=tabpanel], [role=region]");
  const found = {};
  for (const part of open ? [open, ...parts] : parts) {
    const box = part.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || part.closest("[hidden]") || !part.checkVisibility()) continue;
    const kind = part.getAttribute("role") ?? part.localName;
    const called = part.getAttribute("aria-label") ?? part.id ?? "";
    const words = called || (/^h\d$/.test(kind) ? "" : (part.classList[0] ?? ""));
    let name = words ? `${kind} ${words}` : kind;
    for (let n = 2; name in found; n++) name = `${kind} ${words} ${n}`.replace("  ", " ");
    found[name] = [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round);
  }
  return found;
}

/** faults are sentences about what sticks out of the page or its container, is cut off, or is covered. */
export function faults() {
  const told = [];
  const name = (e) => `<${e.localName}${e.id ? "#" + e.id : ""}${e.classList.length ? "." + [...e.classList].join(".") : ""}> ${JSON.stringify((e.innerText ?? e.value ?? "").trim().slice(0, 30))}`;
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  const within = modal ?? document.body;
  // What lies on the picture of a page lies where the document has it; drawings have a layout of their own.
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".sheet, svg, .sr, .skip, .toasts");
  const style = (e) => getComputedStyle(e);
  const cuts = (e) => style(e).overflowX !== "visible" || style(e).overflowY !== "visible";

  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth) {
    const out = [...document.querySelectorAll("body *")].filter((e) => seen(e) && e.getBoundingClientRect().right > wide.clientWidth + 1);
    told.push(`the page is ${wide.scrollWidth} wide in a window of ${wide.clientWidth}: ${out.slice(0, 3).map(name).join(", ")}`);
  }

  // The part of a box that is not scrolled or cut away, null where nothing is left.
  const shown = (e, box) => {
    let { left, top, right, bottom } = box;
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      if (!cuts(p)) continue;
      const b = p.getBoundingClientRect();
      left = Math.max(left, b.left); top = Math.max(top, b.top); right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };
  const floats = (e) => {
    for (let p = e; p && p !== within; p = p.parentElement) if (["fixed", "sticky", "absolute"].includes(style(p).position)) return p;
    return null;
  };

  const parts = [...within.querySelectorAll("button, input, select, textarea, a, h1, h2, h3, h4, summary, label, [role=tab], .state")].filter(seen);
  for (const e of parts) {
    const box = e.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    for (let p = e.parentElement; p && p !== within && !cuts(p) && !floats(e); p = p.parentElement) {
      const b = p.getBoundingClientRect();
      if (style(p).display === "inline" || style(p).display === "contents" || b.width === 0) continue;
      if (box.left < b.left - 1.5 || box.right > b.right + 1.5) {
        told.push(`${name(e)} sticks out of ${name(p)}`);
        break;
      }
    }
    const tall = e.scrollHeight > e.clientHeight + 2 && style(e).overflowY !== "auto" && e.localName === "button";
    const broad = e.scrollWidth > e.clientWidth + 1 && style(e).textOverflow !== "ellipsis" && (e.localName === "button" || ["hidden", "clip"].includes(style(e).overflowX)) && style(e).display !== "inline";
    if (e.localName !== "input" && e.localName !== "select" && e.localName !== "textarea" && e.clientWidth > 0 && (tall || broad)) told.push(`the text of ${name(e)} is cut off`);
  }

  const boxes = parts.filter((e) => e.localName !== "label").flatMap((e) => [...e.getClientRects()].map((r) => ({ e, box: shown(e, r), over: floats(e) }))).filter((b) => b.box);
  for (let i = 0; i < boxes.length; i++) {
    for (let k = i + 1; k < boxes.length; k++) {
      const a = boxes[i], b = boxes[k];
      if (a.e.contains(b.e) || b.e.contains(a.e) || a.over !== b.over) continue;
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 1.5 && y > 1.5) told.push(`${name(a.e)} and ${name(b.e)} overlap`);
    }
  }
  return [...new Set(told)];
}
