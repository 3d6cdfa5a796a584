// Threads need shared memory, and browsers allow it only to a page that is served with two headers. Where the server does not send
// them (GitHub Pages, a plain file server), this service worker adds them. The page then loads twice the first time.
if (typeof window === "undefined") {
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
  self.addEventListener("fetch", event => {
    const request = event.request;
    if (request.cache === "only-if-cached" && request.mode !== "same-origin") return;
    event.respondWith(fetch(request).then(answer => {
      if (answer.status === 0) return answer;
      const headers = new Headers(answer.headers);
      headers.set("Cross-Origin-Embedder-Policy", "require-corp");
      headers.set("Cross-Origin-Resource-Policy", "cross-origin");
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      return new Response(answer.body, {status: answer.status, statusText: answer.statusText, headers});
    }));
  });
} else if (!self.crossOriginIsolated && self.isSecureContext && self === self.top && navigator.serviceWorker &&
           !new URLSearchParams(location.search).has("alone")) {
  // Loads the page again, once: a browser that refuses the headers goes on with one thread.
  const again = () => {
    try {
      if (sessionStorage.getItem("ezscope-isolated")) return;
      sessionStorage.setItem("ezscope-isolated", "1");
    } catch { return; }
    self.ezscopeReloads = true;
    location.reload();
  };
  if (navigator.serviceWorker.controller) again();
  else navigator.serviceWorker.addEventListener("controllerchange", again);
  self.ezscopeWorker = navigator.serviceWorker.register("coi.js").catch(() => {});
}
