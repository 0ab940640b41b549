/**
 * Converts H.264 pictures and Opus packets into messages of an RTMP publisher, so that all stream readers can read them
 * (Flash Video File Format 10.1, annex E.4; Enhanced RTMP v2). Pure.
 */
import type { Picture, PictureParameters } from './h264-reader.ts';
import type { StreamMessage } from './receiver-messages.ts';

const avc = { codecId: 7, keyFrame: 1, interFrame: 2, config: 0, units: 1 } as const;
const enhancedAudio = 9;
const opusName = Buffer.from('Opus');
const packet = { sequenceStart: 0, codedFrames: 1 } as const;
/** RFC 7845, section 5.1: version 1, two channels, 312 samples to skip, 48 kHz. */
const opusHead = Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, 2, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)]);

/** The decoder configuration for the following pictures. */
export function parameterMessage({ sps, pps }: PictureParameters, timestamp: number): StreamMessage {
  const config = Buffer.concat([
    // AVCDecoderConfigurationRecord (ISO/IEC 14496-15, section 5.3.3.1): lengths of four bytes, one set of each kind.
    Buffer.of(1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1),
    ...[lengthOf(sps, 2), sps, Buffer.of(1), lengthOf(pps, 2), pps],
  ]);
  return { kind: 'video', timestamp, payload: Buffer.concat([videoHead(true, avc.config), config]) };
}

export function pictureMessage({ units, isKey }: Picture, timestamp: number): StreamMessage {
  const parts = units.flatMap((unit) => [lengthOf(unit, 4), unit]);
  return { kind: 'video', timestamp, payload: Buffer.concat([videoHead(isKey, avc.units), ...parts]) };
}

export function opusConfigMessage(timestamp: number): StreamMessage {
  return { kind: 'audio', timestamp, payload: opusMessage(packet.sequenceStart, opusHead) };
}

export function opusPacketMessage(bytes: Buffer, timestamp: number): StreamMessage {
  return { kind: 'audio', timestamp, payload: opusMessage(packet.codedFrames, bytes) };
}

function videoHead(isKey: boolean, type: number): Buffer {
  const frameType = isKey ? avc.keyFrame : avc.interFrame;
  // WebRTC does not reorder pictures, so presentation and decoding times are equal.
  return Buffer.of((frameType << 4) | avc.codecId, type, 0, 0, 0);
}

function opusMessage(type: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of((enhancedAudio << 4) | type), opusName, bytes]);
}

function lengthOf({ length }: Buffer, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(length, 0, size);
  return bytes;
}
