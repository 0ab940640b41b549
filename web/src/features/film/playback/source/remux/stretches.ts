import {
  AudioSampleSink,
  AudioSampleSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import type { Film } from './film.ts';
import { type Fragments, makeFragments } from './fragments.ts';
import type { Piece, SoundCoding } from './messages.ts';

/** Makes pieces of one track, in order. */
export interface Stretch {
  /** Call it again only when it has answered. @throws Error when the film is broken there */
  next(): Promise<Piece>;
  stop(): void;
}

/** Bits a second of sound that is coded anew, in stereo: as much as the server gives AAC. */
const codedBitrate = 192_000;
const codedRate = 48_000;

/** Adds the next packet or sample. @returns its end in seconds of the film; undefined: nothing is left. */
type AddOne = () => Promise<number | undefined>;

/** Pictures as they are, from the key frame at `fromSeconds` or before it. */
export async function copyPicture(
  track: InputVideoTrack,
  { zeroSeconds, lost }: Pick<Film, 'zeroSeconds' | 'lost'>,
  fromSeconds: number,
): Promise<Stretch> {
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (codec === null || decoderConfig === null) throw new Error('unknown codec');
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getKeyPacket(zeroSeconds + fromSeconds)) ?? (await sink.getFirstKeyPacket());
  const source = new EncodedVideoPacketSource(codec);
  const fragments = await makeFragments((output) => output.addVideoTrack(source));
  // Pictures that are shown before the key frame need those before it.
  let hasBegun = false;
  const isShown = (packet: EncodedPacket) => {
    if (packet.timestamp < (first?.timestamp ?? 0) || lost.has(packet.timestamp)) return false;
    hasBegun ||= packet.type === 'key';
    return hasBegun;
  };
  const add = (packet: EncodedPacket) => source.add(packet, { decoderConfig });
  return makeStretch(fragments, packetsFrom({ sink, first, zeroSeconds, isShown, add }));
}

/** Sound as it is. */
export async function copySound(track: InputAudioTrack, zeroSeconds: number, fromSeconds: number): Promise<Stretch> {
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (codec === null || decoderConfig === null) throw new Error('unknown codec');
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getKeyPacket(zeroSeconds + fromSeconds)) ?? (await sink.getFirstKeyPacket());
  const source = new EncodedAudioPacketSource(codec);
  const fragments = await makeFragments((output) => output.addAudioTrack(source));
  // Coders put silence before the beginning; it is left out.
  const isShown = (packet: EncodedPacket) => packet.timestamp + packet.duration > zeroSeconds;
  const add = (packet: EncodedPacket) => source.add(packet, { decoderConfig });
  return makeStretch(fragments, packetsFrom({ sink, first, zeroSeconds, isShown, add }));
}

/** Sound that is decoded here, in stereo and in another codec. */
export async function codeSound(
  track: InputAudioTrack,
  zeroSeconds: number,
  fromSeconds: number,
  codec: SoundCoding,
): Promise<Stretch> {
  const samples = new AudioSampleSink(track).samples(zeroSeconds + fromSeconds);
  const source = new AudioSampleSource({
    ...{ codec, bitrate: codedBitrate },
    transform: { numberOfChannels: 2, sampleRate: codedRate },
  });
  const fragments = await makeFragments((output) => output.addAudioTrack(source));
  const stretch = makeStretch(fragments, async () => {
    const { value: sample, done } = await samples.next();
    if (done) return undefined;
    using held = sample;
    held.setTimestamp(Math.max(0, held.timestamp - zeroSeconds));
    await source.add(held);
    return held.timestamp + held.duration;
  });
  return {
    next: stretch.next,
    stop() {
      stretch.stop();
      void samples.return().catch(() => undefined);
    },
  };
}

interface PacketParts {
  readonly sink: EncodedPacketSink;
  readonly first: EncodedPacket | null;
  readonly zeroSeconds: number;
  readonly isShown: (packet: EncodedPacket) => boolean;
  readonly add: (packet: EncodedPacket) => Promise<void>;
}

function packetsFrom({ sink, first, zeroSeconds, isShown, add }: PacketParts): AddOne {
  let packet = first;
  let endSeconds = 0;
  return async () => {
    const current = packet;
    if (current === null) return undefined;
    if (isShown(current)) {
      const timestamp = Math.max(0, current.timestamp - zeroSeconds);
      await add(current.clone({ timestamp }));
      endSeconds = Math.max(endSeconds, timestamp + current.duration);
    }
    packet = await sink.getNextPacket(current);
    return endSeconds;
  };
}

function makeStretch(fragments: Fragments, addOne: AddOne): Stretch {
  let isStopped = false;
  let endSeconds = 0;
  return {
    async next() {
      let isLast = false;
      while (!isStopped && !isLast && !fragments.hasSome()) {
        const end = await addOne();
        if (end !== undefined) endSeconds = end;
        else isLast = true;
      }
      if (isLast && !isStopped) await fragments.end();
      return { bytes: fragments.hasSome() ? fragments.take() : new Uint8Array(), endSeconds, isLast };
    },
    stop() {
      isStopped = true;
      fragments.cancel();
    },
  };
}
