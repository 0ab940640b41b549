import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore, type Store } from '../../../client/store.ts';
import { untilLoaded } from '../../../ui/until-loaded.ts';
import type { VoiceEngine } from './engine/engine.ts';

/** Voice in a room before and after its code is there. */
export interface Voice {
  /** Undefined: nobody at this page has joined yet. */
  readonly engine: Store<VoiceEngine | undefined>;
  /** True while the code is on its way. */
  readonly isLoading: Store<boolean>;
  join(): void;
  close(): void;
}

const loadEngine = () => untilLoaded(() => import('./engine/engine.ts'));

/** Makes it. The code is loaded with the first press on "join". [WVO28] */
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
