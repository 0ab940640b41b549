/** Codec names of streams (RFC 6381). Pure. [LS36] */

const hex = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** `config`: AVCDecoderConfigurationRecord (ISO/IEC 14496-15, section 5.3.3.1). Undefined: it is too short. */
export function avcName(config: Buffer): string | undefined {
  return config.length < 4 ? undefined : `avc1.${hex(config.subarray(1, 4))}`;
}

/**
 * `config`: HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, section 8.3.3.1); the name as in annex E.3. Undefined: it
 * is too short.
 */
export function hevcName(config: Buffer): string | undefined {
  if (config.length < 13) return undefined;
  const profile = config.readUInt8(1);
  const space = ['', 'A', 'B', 'C'][profile >> 6] ?? '';
  const tier = (profile & 0x20) === 0 ? 'L' : 'H';
  const constraints = [...config.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  return [
    `hvc1.${space}${profile & 0x1f}`,
    reversed(config.readUInt32BE(2)).toString(16).toUpperCase(),
    `${tier}${config.readUInt8(12)}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.');
}

/** `config`: AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1). Undefined: it is too short. */
export function aacName(config: Buffer): string | undefined {
  if (config.length < 2) return undefined;
  const type = config.readUInt8(0) >> 3;
  return `mp4a.40.${type === 31 ? 32 + ((config.readUInt16BE(0) >> 5) & 0x3f) : type}`;
}

/** `config`: AV1CodecConfigurationRecord (AV1 Codec ISO Media File Format Binding, sections 2.3 and 5). */
export function av1Name(config: Buffer): string | undefined {
  const [, profile, depth] = config;
  if (profile === undefined || depth === undefined) return undefined;
  const level = String(profile & 0x1f).padStart(2, '0');
  const tier = (depth & 0x80) === 0 ? 'M' : 'H';
  const bits = (depth & 0x40) === 0 ? '08' : (depth & 0x20) === 0 ? '10' : '12';
  return `av01.${profile >> 5}.${level}${tier}.${bits}`;
}

/** `config`: VPCodecConfigurationRecord (VP Codec ISO Media File Format Binding). Undefined: it is none. */
export function vp9Name(config: Buffer): string | undefined {
  const record = config.subarray(-8);
  if (record.length < 8) return undefined;
  return `vp09.${[record[0]!, record[1]!, record[2]! >> 4].map((one) => String(one).padStart(2, '0')).join('.')}`;
}

export const opusName = 'opus';

/** In MP4 it is named by the kind of its stream (ISO/IEC 14496-1, table 5), in MPEG-TS as players know it. */
export const mp3Name = (isMp4: boolean) => (isMp4 ? 'mp4a.6b' : 'mp4a.40.34');

/** The 32 bits in the opposite order. */
function reversed(bits: number): number {
  let result = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((bits >>> bit) & 1) result |= 1 << (31 - bit);
  return result >>> 0;
}
