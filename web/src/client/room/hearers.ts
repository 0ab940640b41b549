import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { callSafely } from '../store.ts';

type Hearer = (message: never) => void;

/** The listeners for the server's messages, by kind. If one throws, the others are still called. */
export interface Hearers {
  hear<K extends keyof ServerMessage>(kind: K, hearer: (message: NonNullable<ServerMessage[K]>) => void): () => void;
  read(message: ServerMessage): void;
}

export function makeHearers(): Hearers {
  const byKind = new Map<string, Set<Hearer>>();
  return {
    hear(kind, hearer) {
      const hearers = byKind.get(kind) ?? new Set();
      byKind.set(kind, hearers.add(hearer as Hearer));
      return () => hearers.delete(hearer as Hearer);
    },
    read(message) {
      for (const [kind, content] of Object.entries(message))
        for (const hearer of [...(byKind.get(kind) ?? [])]) callSafely(() => hearer(content as never));
    },
  };
}
