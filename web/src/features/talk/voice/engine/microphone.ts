import { makeStore, type Store } from '../../../../client/store.ts';
import { echoCancellation, microphoneId, noiseSuppression } from '../choices.ts';
import {
  knownMicrophoneRefusal,
  type Meter,
  type MicrophoneRefusal,
  makeMeter,
  microphoneRefusalOf,
  stopStream,
} from '../microphone.ts';

export type MicrophoneState =
  | { readonly is: 'off' }
  /** The browser asks the person for permission. */
  | { readonly is: 'asking' }
  | { readonly is: 'on' }
  | { readonly is: 'refused'; readonly why: MicrophoneRefusal };

/** The microphone of this page. While it is open, it follows the choices of device and cleaning. */
export interface Microphone {
  readonly state: Store<MicrophoneState>;
  readonly track: Store<MediaStreamTrack | null>;
  /** Opens it, or asks again. Never rejects: `state` has the result. */
  open(): Promise<void>;
  /** Lets sound through or not, at once and without a question to the person. */
  letThrough(isOn: boolean): void;
  /** How loud it is now, from 0 to 1; 0 while nothing is let through. */
  level(): number;
  close(): void;
}

/** Makes a microphone that is off. [WVO7] [WVO8] */
export function makeMicrophone(): Microphone {
  const state = makeStore<MicrophoneState>({ is: 'off' });
  // The device was pulled out, or the system took it away: the default one stands in for it.
  const current = makeOpenStream(() => void open());
  // Counts openings and closings. A stream that arrives after a later one is not used.
  let generation = 0;

  async function open(): Promise<void> {
    generation += 1;
    const mine = generation;
    const known = knownMicrophoneRefusal();
    if (known) return state.set({ is: 'refused', why: known });
    const stream = current.stream();
    if (stream === undefined) state.set({ is: 'asking' });
    // Chromium applies the processing of an open stream to a new one, and phones allow one at a time.
    else stopStream(stream);
    try {
      const next = await ask();
      if (mine !== generation) return stopStream(next);
      current.put(next);
      state.set({ is: 'on' });
    } catch (error) {
      if (mine !== generation) return;
      current.put(undefined);
      state.set({ is: 'refused', why: microphoneRefusalOf(error) });
    }
  }

  const reopen = () => current.stream() && void open();
  /** The person has plugged a device in. */
  const onDevices = () => {
    const now = state.get();
    if (now.is === 'refused' && now.why === 'missing') void open();
  };
  const ends = [microphoneId, noiseSuppression, echoCancellation].map((choice) => choice.subscribe(() => reopen()));
  navigator.mediaDevices?.addEventListener('devicechange', onDevices);

  return {
    state,
    track: current.track,
    open,
    letThrough: current.letThrough,
    level: current.level,
    close() {
      generation += 1;
      for (const end of ends) end();
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices);
      current.put(undefined);
      state.set({ is: 'off' });
    },
  };
}

/** The open stream, if any, with its track and its meter. `onEnded`: the track ended without a stop by this page. */
function makeOpenStream(onEnded: () => void) {
  const track = makeStore<MediaStreamTrack | null>(null);
  let stream: MediaStream | undefined;
  let meter: Meter | undefined;
  let isLetThrough = true;

  return {
    stream: () => stream,
    track,
    /** Takes the place of the stream before, which ends. */
    put(next: MediaStream | undefined): void {
      meter?.close();
      if (stream) stopStream(stream);
      stream = next;
      meter = next && measure(next);
      const [heard = null] = next?.getAudioTracks() ?? [];
      if (heard) {
        heard.enabled = isLetThrough;
        heard.onended = onEnded;
      }
      track.set(heard);
    },
    letThrough(isOn: boolean): void {
      isLetThrough = isOn;
      const heard = track.get();
      if (heard) heard.enabled = isOn;
    },
    level: () => meter?.level() ?? 0,
  };
}

/**
 * @returns undefined if the browser cannot measure levels. The others then still hear this page, but its level is not
 * shown.
 */
function measure(stream: MediaStream): Meter | undefined {
  try {
    return makeMeter(stream);
  } catch {
    return undefined;
  }
}

/** Opens the chosen device. While it is not plugged in, the default one stands in for it. */
async function ask(): Promise<MediaStream> {
  const id = microphoneId.get();
  const { mediaDevices } = navigator;
  try {
    // Chromium does not always use a device that is only preferred.
    return await mediaDevices.getUserMedia({ audio: { ...cleaning(), ...(id && { deviceId: { exact: id } }) } });
  } catch (error) {
    if (id === '' || microphoneRefusalOf(error) !== 'missing') throw error;
    return mediaDevices.getUserMedia({ audio: cleaning() });
  }
}

function cleaning(): MediaTrackConstraints {
  return {
    echoCancellation: echoCancellation.get() === 'on',
    noiseSuppression: noiseSuppression.get() === 'on',
    autoGainControl: true,
    channelCount: { ideal: 1 },
  };
}
