import { useEffect, useState } from 'react';

/** True once `isOn` has been true for `ms`. */
export function useLasting(isOn: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return isLasting && isOn;
}
