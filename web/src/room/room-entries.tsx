import { type ReactNode, useMemo } from 'react';
import type { RoomEntry } from './room-entry.ts';
import { RoomOffersContext } from './room-offers.ts';
import { RoomContext, type RoomScope } from './room-scope.ts';

const modules = import.meta.glob<RoomEntry>(['../features/*/*/room-entry.tsx', '../pages/*/room-entry.tsx'], {
  import: 'roomEntry',
  eager: true,
});

/** What the features add to a room, in its order. */
export const roomEntries = Object.values(modules).sort((a, b) => a.order - b.order);

export interface RoomProvidersProps {
  readonly scope: RoomScope;
  readonly entries: readonly RoomEntry[];
  readonly children: ReactNode;
}

/** Gives the room to `children`, with what the features of `entries` keep for it. An entry finds around it what earlier ones keep. */
export function RoomProviders({ scope, entries, children }: RoomProvidersProps) {
  const inward = [...entries].sort((a, b) => b.order - a.order);
  let inside = children;
  for (const { Provider } of inward) if (Provider) inside = <Provider>{inside}</Provider>;
  const offers = useMemo(() => Object.assign({}, ...entries.map((entry) => entry.offers)), [entries]);
  return (
    <RoomContext value={scope}>
      <RoomOffersContext value={offers}>{inside}</RoomOffersContext>
    </RoomContext>
  );
}
