/** The reason why the browser refuses the microphone, as far as it reports one. */
export type MicrophoneRefusal = 'denied' | 'missing' | 'busy' | 'insecure' | 'unsupported';

/** The reason why this browser refuses the microphone, as far as known before the person is asked. */
export function knownMicrophoneRefusal(): MicrophoneRefusal | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  return navigator.mediaDevices === undefined ? 'unsupported' : undefined;
}

/** Why `getUserMedia` has failed. */
export function microphoneRefusalOf(error: unknown): MicrophoneRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** How loud a stream is now. */
export interface Meter {
  /** Between 0 and 1. */
  level(): number;
  close(): void;
}

export function makeMeter(stream: MediaStream): Meter {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech reaches at most a tenth of full power.
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close(),
  };
}
