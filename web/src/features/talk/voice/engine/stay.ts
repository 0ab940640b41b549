import type { Store } from '../../../../client/store.ts';
import { inTab } from '../../../../storage/storage.ts';
import { stayKey } from '../reload.ts';
import type { CallState } from './call.ts';
import type { Talking } from './talking.ts';

interface Parts {
  readonly roomId: string;
  readonly state: Store<CallState>;
  readonly talking: Pick<Talking, 'isMuted' | 'setMuted'>;
}

/**
 * Remembers in this tab that the person is in voice and whether they are muted, for a reload. If the page before a
 * reload was muted, mutes this one. @returns a function that ends this. [WVO29]
 */
export function keepStay({ roomId, state, talking }: Parts): () => void {
  const muted = `${roomId} muted`;
  if (inTab.read(stayKey) === muted) talking.setMuted(true);
  const keep = () =>
    inTab.write(stayKey, state.get().is === 'idle' ? undefined : talking.isMuted.get() ? muted : roomId);
  const ends = [state.subscribe(keep), talking.isMuted.subscribe(keep)];
  return () => {
    for (const end of ends) end();
    inTab.write(stayKey, undefined);
  };
}
