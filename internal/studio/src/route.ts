// Addresses of the page: /studio/<view>/<rest>. Every view can be linked to.

import { address } from "./api";

const root = address("/studio");

/** here is the path behind /studio as segments. */
export function here(): string[] {
  return location.pathname.slice(root.length).split("/").filter(Boolean).map(decodeURIComponent);
}

/** link is the address of a view. */
export function link(...segments: string[]): string {
  return [root, ...segments.map(encodeURIComponent)].join("/");
}

/** go shows a view and remembers where we were. */
export function go(...segments: string[]): void {
  history.pushState(null, "", link(...segments));
  dispatchEvent(new PopStateEvent("popstate"));
}

/** follow makes plain clicks on links of the page a change of view. */
export function follow(): void {
  document.addEventListener("click", (event) => {
    const a = (event.target as Element).closest?.("a");
    if (!a || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (a.origin !== location.origin || a.target || a.download || !(a.pathname === root || a.pathname.startsWith(root + "/"))) return;
    if (a.hash && a.pathname === location.pathname) return;
    event.preventDefault();
    history.pushState(null, "", a.href);
    dispatchEvent(new PopStateEvent("popstate"));
  });
}
