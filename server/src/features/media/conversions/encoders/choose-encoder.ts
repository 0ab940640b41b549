import { readdir } from 'node:fs/promises';
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import type { Config } from '../../../../kernel/config/config-keys.ts';
import { type Encoder, ffmpegNameOf, type HardwareKind, hardwareKinds, shownEncoder, software } from './encoder.ts';
import { type TrialParts, tryEncoder } from './try-encoder.ts';

/** What the operator wants: one encoder, or `auto`. */
export type EncoderSetting = Config['conversion.encoder'];

export interface EncoderChoice {
  readonly encoder: Encoder;
  /** Why better ones, or the one that the operator wants, are not taken: sentences by the names of encoders. */
  readonly refused: Readonly<Record<string, string>>;
}

/** For the log and for operators: `nvenc, qsv: this machine has no device for it; …`. Empty: nothing was refused. */
export function shownRefusals(refused: EncoderChoice['refused']): string {
  const names = new Map<string, string[]>();
  for (const [name, why] of Object.entries(refused)) names.set(why, [...(names.get(why) ?? []), name]);
  return [...names].map(([why, all]) => `${all.join(', ')}: ${why}`).join('; ');
}

interface ChoiceParts extends TrialParts {
  readonly ffmpeg: Pick<Ffmpeg, 'encoders' | 'runTestPicture'>;
  /** Paths of the devices of this machine. */
  readonly devices: readonly string[];
}

interface Attempt {
  readonly encoder: Encoder;
  /** Why it does not work here; undefined: it does. */
  readonly fault: string | undefined | Promise<string | undefined>;
}

/** Tries what could work on this machine, all at once, and takes the best one that does. [CV14] */
export async function chooseEncoder(parts: ChoiceParts, wanted: EncoderSetting): Promise<EncoderChoice> {
  if (wanted === 'software') return { encoder: software, refused: {} };
  const kinds = wanted === 'auto' ? hardwareKinds : [wanted];
  const listed = await parts.ffmpeg.encoders().catch(() => new Set<string>());
  const attempts = kinds.flatMap((kind): readonly Attempt[] => {
    if (!listed.has(ffmpegNameOf(kind))) return [{ encoder: { kind }, fault: 'this ffmpeg does not have it' }];
    const found = encodersAt(kind, parts.devices);
    if (found.length === 0 && wanted === 'auto')
      return [{ encoder: { kind }, fault: 'this machine has no device for it' }];
    // The operator may know better.
    const candidates = found.length > 0 ? found : [withStandardDevice(kind)];
    return candidates.map((encoder) => ({ encoder, fault: tryEncoder(parts, encoder) }));
  });
  const refused: Record<string, string> = {};
  for (const { encoder, fault } of attempts) {
    const said = await fault;
    if (said === undefined) return { encoder, refused };
    refused[shownEncoder(encoder)] = said;
  }
  return { encoder: software, refused };
}

/** Paths of the devices that an encoder may need. Empty where there is no such folder. */
export async function listDevices(): Promise<readonly string[]> {
  const folders = ['/dev', '/dev/dri'].map(async (folder) =>
    (await readdir(folder).catch(() => [])).map((name) => `${folder}/${name}`),
  );
  return (await Promise.all(folders)).flat().sort();
}

/** The encoders of a kind that this machine could have, one for each device that has to be named. */
function encodersAt(kind: HardwareKind, devices: readonly string[]): readonly Encoder[] {
  const withName = (pattern: RegExp) => devices.filter((path) => pattern.test(path));
  switch (kind) {
    case 'nvenc':
      // The second is that of a Linux inside of Windows, which lends it its graphics processor.
      return withName(/^\/dev\/(nvidia\d+|dxg)$/).length > 0 ? [{ kind }] : [];
    case 'qsv':
    case 'vaapi':
      return withName(/^\/dev\/dri\/renderD\d+$/).map((device) => ({ kind, device }));
    case 'v4l2m2m':
      return withName(/^\/dev\/video\d+$/).length > 0 ? [{ kind }] : [];
    case 'videotoolbox':
      // Every Mac has it, and no other ffmpeg lists it.
      return [{ kind }];
  }
}

function withStandardDevice(kind: HardwareKind): Encoder {
  return kind === 'qsv' || kind === 'vaapi' ? { kind, device: '/dev/dri/renderD128' } : { kind };
}
