import { useEffect, useState } from 'react';

/** The devices of a kind that are plugged in now. They have no names until the person has granted access to one. */
export function useDevices(kind: MediaDeviceKind): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Missing on pages without https.
    if (!mediaDevices) return;
    let isOver = false;
    const read = async () => {
      const found = await mediaDevices.enumerateDevices().catch(() => []);
      if (!isOver) setDevices(found.filter((device) => device.kind === kind));
    };
    void read();
    mediaDevices.addEventListener('devicechange', read);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener('devicechange', read);
    };
  }, [kind]);
  return devices;
}
