import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore, type Store } from '../../../client/store.ts';
import { untilLoaded } from '../../../ui/until-loaded.ts';
import type { VoiceEngine } from './engine/engine.ts';

/** Voice in a room, before and after its code is loaded. */
export interface Voice {
  /** Undefined: the person at this page has not joined yet. */
  readonly engine: Store<VoiceEngine | undefined>;
  /** True while the code is loading. */
  readonly isLoading: Store<boolean>;
  join(): void;
  close(): void;
}

const loadEngine = () => untilLoaded(() => import('./engine/engine.ts'));

/** Makes the voice of a room. The first press on "join" loads the code. [WVO28] */
export function makeVoice(room: RoomConnection, load = loadEngine): Voice {
  const engine = makeStore<VoiceEngine | undefined>(undefined);
  const isLoading = makeStore(false);
  let isClosed = false;

  async function loadAndJoin(): Promise<void> {
    isLoading.set(true);
    const { startEngine } = await load();
    isLoading.set(false);
    if (isClosed) return;
    const started = startEngine(room);
    engine.set(started);
    started.call.join();
  }

  return {
    engine,
    isLoading,
    join() {
      const started = engine.get();
      if (started) started.call.join();
      else if (!isLoading.get()) void loadAndJoin();
    },
    close() {
      isClosed = true;
      engine.get()?.close();
    },
  };
}
