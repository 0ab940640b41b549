import { useEffect, useState } from 'react';

/** How long the first work of a screen takes on a phone, in milliseconds. */
const startMs = 3_000;

/** False while the screen is being built; then true for good, from a moment on in which the browser has nothing else to do. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const become = () => setQuiet(true);
    // Safari has no idle callbacks.
    const idle = window.requestIdleCallback ? () => window.requestIdleCallback(become, { timeout: startMs }) : become;
    const timer = setTimeout(idle, startMs);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet;
}
