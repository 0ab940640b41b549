import { registerAc3Decoder } from '@mediabunny/ac3';
import { canEncodeAudio } from 'mediabunny';
import type { SoundCoding } from './messages.ts';

/** Lets mediabunny decode AC-3 and E-AC-3. @returns the first of `codings` that this browser encodes */
export async function makeReady(codings: readonly SoundCoding[]): Promise<SoundCoding | undefined> {
  registerAc3Decoder();
  for (const coding of codings)
    if (await canEncodeAudio(coding, { numberOfChannels: 2, sampleRate: 48_000 })) return coding;
  return undefined;
}
