// How long an update took: asked, answered, drawn, painted. Shown in the footer; tests read it too.

import { $ } from "./dom.js";

export function begin() {
  return { start: performance.now(), server: 0, answered: 0, drawn: 0 };
}

export function finish(times, server) {
  times.answered ||= performance.now();
  times.server = server;
  const drawn = performance.now();
  // The callback after the next frame's runs once that frame is painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const done = performance.now();
      const measured = {
        server,
        trip: times.answered - times.start,
        draw: drawn - times.answered,
        paint: done - drawn,
        total: done - times.start,
      };
      window.minesolverTimings = [...(window.minesolverTimings ?? []).slice(-199), measured];
      $("timing").textContent =
        `counted in ${server.toFixed(1)} ms; answer after ${measured.trip.toFixed(0)} ms, painted after ${measured.total.toFixed(0)} ms`;
    }),
  );
}
