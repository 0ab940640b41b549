import { makeStore, type Store } from '../../../../client/store.ts';
import { speakerId } from '../choices.ts';
import { principalOf } from '../participants.ts';
import { loudnesses, loudnessOf } from '../volumes.ts';

/** Plays the voices of the others. */
export interface Sinks {
  /** True: the browser plays nothing before the person presses something. */
  readonly isRefused: Store<boolean>;
  play(peer: string, track: MediaStreamTrack): void;
  end(peer: string): void;
  /** These people are not heard, such as blocked people or one's own other devices. */
  silence(principals: ReadonlySet<string>): void;
  /** True for a person who is not heard on this device. */
  isSilent(peer: string): boolean;
  /** The person has pressed something: tries again. */
  allow(): void;
  close(): void;
}

type SinkElement = HTMLAudioElement & { readonly setSinkId?: (id: string) => Promise<void> };

/** Makes the sinks: an audio element for each person. [WVO11] [WVO12] */
export function makeSinks(): Sinks {
  const isRefused = makeStore(false);
  const elements = new Map<string, SinkElement>();
  let silenced: ReadonlySet<string> = new Set();

  const isSilent = (peer: string) => {
    const principal = principalOf(peer);
    return silenced.has(principal) || loudnessOf(loudnesses.get(), principal).isMuted;
  };

  function tune(): void {
    for (const [peer, element] of elements) {
      element.volume = loudnessOf(loudnesses.get(), principalOf(peer)).volume;
      element.muted = isSilent(peer);
    }
  }

  const start = (element: SinkElement) => tryToPlay(element, () => isRefused.set(true));

  const ends = [
    loudnesses.subscribe(tune),
    speakerId.subscribe(() => {
      for (const element of elements.values()) route(element);
    }),
  ];

  return {
    isRefused,
    isSilent,
    play(peer, track) {
      const element: SinkElement = elements.get(peer) ?? new Audio();
      elements.set(peer, element);
      element.srcObject = new MediaStream([track]);
      route(element);
      tune();
      void start(element);
    },
    end(peer) {
      const element = elements.get(peer);
      elements.delete(peer);
      element?.pause();
      if (element) element.srcObject = null;
    },
    silence(principals) {
      silenced = principals;
      tune();
    },
    allow() {
      isRefused.set(false);
      for (const element of elements.values()) void start(element);
    },
    close() {
      for (const end of ends) end();
      for (const peer of [...elements.keys()]) this.end(peer);
    },
  };
}

function route(element: SinkElement): void {
  // The chosen device may be unplugged: the default one plays then.
  void element.setSinkId?.(speakerId.get()).catch(() => undefined);
}

async function tryToPlay(element: SinkElement, onRefused: () => void): Promise<void> {
  try {
    await element.play();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowedError') onRefused();
  }
}
