import { useEffect, useState } from 'react';

/** How long the first work of a screen takes on a phone, in milliseconds. */
const startMs = 3_000;

/** False while the screen is being built. Becomes true for good as soon as the browser is idle. */
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
