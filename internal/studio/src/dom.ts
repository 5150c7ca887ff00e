// Elements are made by code and never from strings of markup, so that text of documents stays text.

type Child = Node | string | number | null | undefined | false | Child[];

type Props<E> = Partial<Omit<E, "style" | "dataset">> & {
  class?: string;
  style?: Partial<CSSStyleDeclaration>;
  data?: Record<string, string>;
  attr?: Record<string, string | null>;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
};

/** h makes an element: properties, listeners under `on`, attributes that are no properties under `attr`. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props<HTMLElementTagNameMap[K]> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: className, style, data, attr, on, ...rest } = props;
  if (className) element.className = className;
  Object.assign(element.style, style);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attr ?? {})) {
    if (value !== null) element.setAttribute(name, value);
  }
  Object.assign(element, rest);
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener as EventListener);
  append(element, children);
  return element;
}

/** svg makes an element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attr: Record<string, string | number> = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attr)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/** append adds children and leaves out what is nothing. */
export function append(to: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(to, child);
    else to.append(typeof child === "number" ? String(child) : child);
  }
}

/** fill replaces what stands in an element. */
export function fill<E extends Element>(element: E, ...children: Child[]): E {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** copyButton puts a text on the clipboard and says so. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = h("button", { type: "button", class: "quiet" }, label);
  button.addEventListener("click", async () => {
    button.textContent = await copy(text(), button) ? "Copied" : "Not copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  return button;
}

/** copy needs no clipboard of the browser, which there is over https only; the text is selected beside an element that has the focus. */
async function copy(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const held = h("textarea", { class: "sr", value: text, readOnly: true, tabIndex: -1 });
    beside.after(held);
    held.select();
    const done = document.execCommand("copy");
    held.remove();
    beside.focus();
    return done;
  }
}

/** download saves a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
