/** Facts from the first bytes of an FLV (Adobe Flash Video File Format Specification 10.1, annex E). */
export interface FlvHead {
  readonly isFlv: boolean;
  /** Undefined: the metadata do not name it, or say 0 as in live streams. */
  readonly durationSeconds: number | undefined;
}

/** The property `duration` of `onMetaData` in AMF0: its name with the length in front, and the marker of a number. */
const durationProperty = Buffer.from([0, 8, ...Buffer.from('duration'), 0]);

/** Reads the header and the duration from `bytes`, the first kilobyte of a film. Never throws. */
export function readFlvHead(bytes: Buffer): FlvHead {
  const isFlv = bytes.subarray(0, 3).toString('latin1') === 'FLV';
  const place = bytes.indexOf(durationProperty);
  const start = place + durationProperty.length;
  if (!isFlv || place < 0 || start + 8 > bytes.length) return { isFlv, durationSeconds: undefined };
  const seconds = bytes.readDoubleBE(start);
  return { isFlv, durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined };
}
