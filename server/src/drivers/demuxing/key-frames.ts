import { CustomSource, EncodedPacketSink, Input, type InputVideoTrack, MP4, QTFF } from 'mediabunny';
import type { ReadBytes } from './ebml.ts';
import { readCues } from './matroska.ts';

/** Most key frames listed: twenty hours with one per second. */
const maxKeyFrames = 72_000;

/**
 * Positions at which playback can begin, in seconds, from the film's index; empty: no index that is readable without
 * reading the whole film. `read` returns the bytes from `start` up to `end`.
 */
export async function readKeyFrames(read: ReadBytes, size: number): Promise<readonly number[]> {
  try {
    return (await readCues(read, size)).slice(0, maxKeyFrames);
  } catch {
    return readSampleTable(read, size);
  }
}

/** The index of MP4 and QuickTime. */
async function readSampleTable(read: ReadBytes, size: number): Promise<readonly number[]> {
  const input = new Input({ formats: [MP4, QTFF], source: new CustomSource({ getSize: () => size, read }) });
  try {
    const track = await input.getPrimaryVideoTrack();
    return track ? await keyPacketsOf(track) : [];
  } catch {
    return [];
  } finally {
    input.dispose();
  }
}

async function keyPacketsOf(track: InputVideoTrack): Promise<readonly number[]> {
  const sink = new EncodedPacketSink(track);
  const times: number[] = [];
  let packet = await sink.getFirstKeyPacket({ metadataOnly: true });
  while (packet && times.length < maxKeyFrames) {
    times.push(packet.timestamp);
    packet = await sink.getNextKeyPacket(packet, { metadataOnly: true });
  }
  return times;
}
