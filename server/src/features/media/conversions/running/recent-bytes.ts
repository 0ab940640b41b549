/** The parts that were read last, in memory: several viewers read the same at about the same time. */
export interface RecentBytes {
  get(name: string): Buffer | undefined;
  put(name: string, bytes: Buffer): void;
  forget(name: string): void;
}

export function makeRecentBytes(maxBytes: number): RecentBytes {
  const recent = new Map<string, Buffer>();
  let sum = 0;
  const forget = (name: string) => {
    sum -= recent.get(name)?.length ?? 0;
    recent.delete(name);
  };
  return {
    get: (name) => recent.get(name),
    put(name, bytes) {
      forget(name);
      recent.set(name, bytes);
      sum += bytes.length;
      for (const oldest of recent.keys()) {
        if (sum <= maxBytes) break;
        forget(oldest);
      }
    },
    forget,
  };
}
