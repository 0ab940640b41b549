import { type ReactNode, useMemo } from 'react';
import type { RoomEntry } from './room-entry.ts';
import { RoomOffersContext } from './room-offers.ts';
import { RoomContext, type RoomScope } from './room-scope.ts';

const modules = import.meta.glob<RoomEntry>(['../features/*/*/room-entry.tsx', '../pages/*/room-entry.tsx'], {
  import: 'roomEntry',
  eager: true,
});

/** The entries of the features of a room, in order. */
export const roomEntries = Object.values(modules).sort((a, b) => a.order - b.order);

export interface RoomProvidersProps {
  readonly scope: RoomScope;
  readonly entries: readonly RoomEntry[];
  readonly children: ReactNode;
}

/**
 * Gives `children` the room, the providers and the toasts of `entries`. The providers of earlier entries are around those of later
 * ones.
 */
export function RoomProviders({ scope, entries, children }: RoomProvidersProps) {
  const inward = [...entries].sort((a, b) => b.order - a.order);
  let inside = children;
  for (const { Provider } of inward) if (Provider) inside = <Provider>{inside}</Provider>;
  const offers = useMemo(() => Object.assign({}, ...entries.map((entry) => entry.offers)), [entries]);
  return (
    <RoomContext value={scope}>
      <RoomOffersContext value={offers}>
        {inside}
        {entries.map(({ namespace, Toasts }) => Toasts && <Toasts key={namespace} />)}
      </RoomOffersContext>
    </RoomContext>
  );
}
