import type { RoomConnection } from '../../../client/room/room.ts';
import { roomSettings } from '../../../room/room-facts.ts';
import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** Whether this person exchanges films with others. The others then see this person's network address. */
export type ExchangeChoice = 'auto' | 'on' | 'off';

export const exchangeChoice = makeStoredChoice<ExchangeChoice>('matinee.exchange', (stored) =>
  stored === 'on' || stored === 'off' ? stored : 'auto',
);

/** If the person has not chosen, films are exchanged only in hidden rooms, which strangers do not find. [WSW2] */
export function mayExchange(room: Pick<RoomConnection, 'resources'>): boolean {
  const chosen = exchangeChoice.get();
  if (chosen !== 'auto') return chosen === 'on';
  return room.resources.store(roomSettings).get()?.room?.visibility === 'hidden';
}
