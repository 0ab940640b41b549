import { makeStore, type Store } from '../../../client/store.ts';
import type { VoiceFacts } from '../outgoing.port.ts';
import { waveformOf } from './waveform.ts';

/** Why nothing is recorded. Each has its words under `voiceRefused`. */
export type VoiceRefusal = 'denied' | 'missing' | 'busy' | 'insecure' | 'unsupported';

export interface Recording {
  readonly file: File;
  readonly voice: VoiceFacts;
}

export type RecorderState =
  | { readonly is: 'asking' }
  | {
      readonly is: 'recording';
      readonly seconds: number /** From 0 to 1, the newest last. */;
      readonly levels: readonly number[];
    }
  | { readonly is: 'recorded'; readonly recording: Recording }
  | { readonly is: 'refused'; readonly why: VoiceRefusal };

/** Records from the microphone. [WCF8] */
export interface Recorder {
  readonly state: Store<RecorderState>;
  /** Ends the recording. @returns it; undefined: there is none, or it is too short to be one */
  stop(): Promise<Recording | undefined>;
  cancel(): void;
}

/** What a browser records and the server takes, the best first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Speech is clear with half of it. */
const bitsPerSecond = 48_000;
const levelMs = 50;
/** The recording ends by itself then. */
const longestSeconds = 15 * 60;
/** Who lets go at once meant something else. */
const shortestSeconds = 0.5;

/** Why this browser records nothing, as far as it can be known before somebody is asked. */
export function knownRefusal(): VoiceRefusal | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  const canRecord = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;
  return canRecord && types.some((type) => MediaRecorder.isTypeSupported(type)) ? undefined : 'unsupported';
}

export function startRecorder(): Recorder {
  const state = makeStore<RecorderState>({ is: 'asking' });
  let running: Running | undefined;
  let isOver = false;

  async function begin(): Promise<void> {
    const why = knownRefusal();
    if (why) return state.set({ is: 'refused', why });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      if (isOver) return close(stream);
      running = record(stream, (seconds, levels) => {
        state.set({ is: 'recording', seconds, levels });
        if (seconds >= longestSeconds) void stop();
      });
    } catch (error) {
      if (!isOver) state.set({ is: 'refused', why: refusalOf(error) });
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
  stop(): Promise<Recording>;
}

function record(stream: MediaStream, onLevel: (seconds: number, levels: readonly number[]) => void): Running {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))!;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const meter = makeMeter(stream);
  const levels: number[] = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const timer = setInterval(() => {
    levels.push(meter.level());
    onLevel(seconds(), levels);
  }, levelMs);
  recorder.start(1_000);
  onLevel(0, levels);
  return {
    stop: () =>
      new Promise((resolve) => {
        const durationSeconds = seconds();
        clearInterval(timer);
        recorder.onstop = () => {
          close(stream);
          meter.close();
          const type = mimeType.split(';')[0]!;
          const file = new File(pieces, nameOf(type), { type });
          resolve({ file, voice: { durationSeconds, waveform: waveformOf(levels) } });
        };
        recorder.stop();
      }),
  };
}

/** How loud the microphone is now, from 0 to 1. */
function makeMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech into a microphone has a tenth of full power at most.
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close(),
  };
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function nameOf(type: string): string {
  const ending = type === 'audio/mp4' ? 'm4a' : type === 'audio/ogg' ? 'ogg' : 'webm';
  return `voice-${Math.round(performance.timeOrigin + performance.now())}.${ending}`;
}

function refusalOf(error: unknown): VoiceRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}
