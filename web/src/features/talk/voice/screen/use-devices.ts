import { useEffect, useState } from 'react';

interface Devices {
  readonly microphones: readonly MediaDeviceInfo[];
  readonly speakers: readonly MediaDeviceInfo[];
}

/** The devices for sound that are plugged in now. */
export function useDevices(): Devices {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Missing on pages without https.
    if (!mediaDevices) return;
    let isOver = false;
    const read = async () => {
      const found = await mediaDevices.enumerateDevices().catch(() => []);
      if (!isOver) setDevices(found);
    };
    void read();
    mediaDevices.addEventListener('devicechange', read);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener('devicechange', read);
    };
  }, []);
  return {
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
    speakers: devices.filter(({ kind }) => kind === 'audiooutput'),
  };
}
