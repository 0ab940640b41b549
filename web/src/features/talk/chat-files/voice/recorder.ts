import { makeStore, type Store } from '../../../../client/store.ts';
import {
  knownMicrophoneRefusal,
  type MicrophoneRefusal,
  makeMeter,
  microphoneRefusalOf,
  stopStream,
} from '../../voice/microphone.ts';
import type { VoiceFacts } from '../outgoing.ts';
import { waveformOf } from './waveform.ts';

/** Why nothing is recorded. Each reason has its words under `voiceRefused`. */
export type VoiceRefusal = MicrophoneRefusal;

export interface Recording {
  readonly file: File;
  readonly voice: VoiceFacts;
}

export type RecorderState =
  | { readonly is: 'asking' }
  | {
      readonly is: 'recording';
      readonly seconds: number;
      /** Each between 0 and 1, the newest last. */
      readonly levels: readonly number[];
    }
  | { readonly is: 'recorded'; readonly recording: Recording }
  | { readonly is: 'refused'; readonly why: VoiceRefusal };

/** Records from the microphone. [WCF8] */
export interface Recorder {
  readonly state: Store<RecorderState>;
  /** Ends the recording. @returns the recording; undefined: there is none, or it is too short */
  stop(): Promise<Recording | undefined>;
  cancel(): void;
}

/** Types that browsers record and the server takes, the best first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Speech is clear with half of this rate. */
const bitsPerSecond = 48_000;
const levelMs = 50;
/** The recording stops automatically after this time. */
const longestSeconds = 15 * 60;
/** A shorter recording is taken for a mistake. */
const shortestSeconds = 0.5;

/** Why this browser records nothing, as far as that is known before the person is asked. */
export function knownRefusal(): VoiceRefusal | undefined {
  const why = knownMicrophoneRefusal();
  if (why) return why;
  const canRecord = typeof MediaRecorder !== 'undefined' && types.some((type) => MediaRecorder.isTypeSupported(type));
  return canRecord ? undefined : 'unsupported';
}

export function startRecorder(): Recorder {
  const state = makeStore<RecorderState>({ is: 'asking' });
  let running: Running | undefined;
  let isOver = false;

  async function begin(): Promise<void> {
    const why = knownRefusal();
    if (why) return state.set({ is: 'refused', why });
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      if (isOver) return stopStream(stream);
      running = record(stream, (seconds, levels) => {
        state.set({ is: 'recording', seconds, levels });
        if (seconds >= longestSeconds) void stop();
      });
      void running.ended.then(takeWhatIsThere);
    } catch (error) {
      if (stream) stopStream(stream);
      if (!isOver) state.set({ is: 'refused', why: microphoneRefusalOf(error) });
    }
  }

  async function stop(): Promise<Recording | undefined> {
    const { is } = state.get();
    if (is === 'recorded') return (state.get() as { readonly recording: Recording }).recording;
    const ended = running;
    running = undefined;
    const recording = await ended?.stop();
    if (!recording || recording.voice.durationSeconds < shortestSeconds) return undefined;
    state.set({ is: 'recorded', recording });
    return recording;
  }

  /** The recording has ended. If no one has stopped it, the microphone was unplugged. */
  async function takeWhatIsThere(): Promise<void> {
    if (running && !(await stop())) state.set({ is: 'refused', why: 'missing' });
  }

  void begin();
  return {
    state,
    stop,
    cancel() {
      isOver = true;
      void running?.stop();
      running = undefined;
    },
  };
}

interface Running {
  /** Settles when the recording ends, also when the microphone is pulled out. */
  readonly ended: Promise<void>;
  stop(): Promise<Recording>;
}

function record(stream: MediaStream, onLevel: (seconds: number, levels: readonly number[]) => void): Running {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))!;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start(1_000);
  const meter = makeMeter(stream);
  const levels: number[] = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const timer = setInterval(() => {
    levels.push(meter.level());
    onLevel(seconds(), levels);
  }, levelMs);
  onLevel(0, levels);
  return {
    ended,
    async stop() {
      const durationSeconds = seconds();
      clearInterval(timer);
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      stopStream(stream);
      meter.close();
      const type = mimeType.split(';')[0]!;
      const file = new File(pieces, nameOf(type), { type });
      return { file, voice: { durationSeconds, waveform: waveformOf(levels) } };
    },
  };
}

function nameOf(type: string): string {
  const ending = type === 'audio/mp4' ? 'm4a' : type === 'audio/ogg' ? 'ogg' : 'webm';
  return `voice-${Math.round(performance.timeOrigin + performance.now())}.${ending}`;
}
