/** Camera, screen and microphone as one stream with one picture and one sound. */

export type Source = 'camera' | 'screen';

/** Why the browser gives none, as far as it says so. */
export type CaptureRefusal = 'denied' | 'missing' | 'busy' | 'insecure' | 'unsupported';

export interface CaptureRequest {
  readonly source: Source;
  /** Empty: the browser chooses. */
  readonly cameraId: string;
  /** Undefined: no microphone. Empty: the browser chooses. */
  readonly microphoneId: string | undefined;
}

export interface Capture {
  readonly source: Source;
  readonly stream: MediaStream;
  readonly picture: MediaStreamTrack;
  readonly microphone: MediaStreamTrack | undefined;
  stop(): void;
}

/** Why nothing can be sent from this page, as far as that is known before the person is asked. */
export function knownRefusal(): CaptureRefusal | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  const codecs = globalThis.RTCRtpSender?.getCapabilities('video')?.codecs ?? [];
  const canSend = navigator.mediaDevices !== undefined && codecs.some(({ mimeType }) => mimeType === 'video/H264');
  return canSend ? undefined : 'unsupported';
}

export const canShareScreen = (): boolean => navigator.mediaDevices?.getDisplayMedia !== undefined;

/** Why a capture has failed. */
export function refusalOf(error: unknown): CaptureRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

const size = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

/** @throws DOMException as `refusalOf` reads it */
export async function capture({ source, cameraId, microphoneId }: CaptureRequest): Promise<Capture> {
  const { mediaDevices } = navigator;
  const audio = microphoneId === undefined ? false : microphoneId === '' || { deviceId: { exact: microphoneId } };
  const streams: MediaStream[] = [];
  try {
    if (source === 'camera') {
      const video = { ...size, ...(cameraId && { deviceId: { exact: cameraId } }) };
      streams.push(await mediaDevices.getUserMedia({ video, audio }));
    } else {
      const video = { width: { max: 1_920 }, height: { max: 1_080 }, frameRate: { max: 30 } };
      streams.push(await mediaDevices.getDisplayMedia({ video, audio: true }));
      if (audio !== false) streams.push(await mediaDevices.getUserMedia({ audio }));
    }
    return join(source, streams);
  } catch (error) {
    stopAll(streams);
    throw error;
  }
}

function stopAll(streams: readonly MediaStream[]): void {
  for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop();
}

/** The microphone is the last stream that has sound, unless that is the screen. */
function join(source: Source, streams: readonly MediaStream[]): Capture {
  const sounds = streams.flatMap((stream) => stream.getAudioTracks());
  const picture = streams[0]!.getVideoTracks()[0]!;
  const microphone = source === 'camera' || streams.length > 1 ? streams.at(-1)!.getAudioTracks()[0] : undefined;
  const mixer = sounds.length > 1 ? mix(streams) : undefined;
  const sound = mixer ? mixer.sound : sounds.slice(0, 1);
  return {
    ...{ source, picture, microphone },
    stream: new MediaStream([picture, ...sound]),
    stop() {
      stopAll(streams);
      mixer?.close();
    },
  };
}

/** A stream carries one sound. */
function mix(streams: readonly MediaStream[]) {
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  for (const stream of streams)
    if (stream.getAudioTracks().length > 0) context.createMediaStreamSource(stream).connect(mixed);
  return { sound: mixed.stream.getAudioTracks(), close: () => void context.close() };
}
