import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programPath } from '../outside/programs.ts';

/** Whether pictures of a film were coded by hardware or software, in the order of the processes; trials too. */
export type Coding = 'nvenc' | 'software';

/**
 * An ffmpeg with a `h264_nvenc` that works without such hardware, and without other hardware encoders. Its output is
 * coded by libx264 with parameters that differ from the software ones, as real hardware has its own.
 */
export interface StandInHardware {
  /** For `conversion.ffmpeg_path`; ffprobe is beside it. */
  readonly ffmpeg: string;
  readonly codings: () => readonly Coding[];
  /** From now on its hardware fails after this many pictures of a film. Undefined: no longer. */
  breakAfter(pictures: number | undefined): void;
  /**
   * From now on it hangs after this many pictures of a film: it prints nothing, and does not exit. Undefined: no
   * longer.
   */
  hangAfter(pictures: number | undefined): void;
  /** Whether it has hung and produces no more output. */
  hangs: () => boolean;
  close(): void;
}

export function makeStandInHardware(): StandInHardware {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-hardware-'));
  const real = programPath('ffmpeg');
  const ffmpeg = join(folder, 'ffmpeg');
  const at = (name: string) => join(folder, name);
  const [calls, limit, hang, hung] = [at('calls'), at('limit'), at('hang'), at('hung')];
  writeFileSync(ffmpeg, scriptFor(real), { mode: 0o755 });
  symlinkSync(join(dirname(real), 'ffprobe'), join(folder, 'ffprobe'));
  return {
    ffmpeg,
    codings: () => (existsSync(calls) ? (readFileSync(calls, 'utf8').trim().split('\n') as Coding[]) : []),
    breakAfter(pictures) {
      if (pictures === undefined) rmSync(limit);
      else writeFileSync(limit, String(pictures));
    },
    hangAfter(pictures) {
      if (pictures === undefined) rmSync(hang);
      else writeFileSync(hang, '');
      this.breakAfter(pictures);
    },
    hangs: () => existsSync(hung),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Replaces the encoder and the options that only it has. */
const scriptFor = (real: string) => `#!/bin/sh
here=$(dirname "$0")
case " $* " in
  *' -encoders '*) printf ' V....D libx264 software\\n V....D h264_nvenc hardware\\n'; exit ;;
  *' h264_nvenc '*) echo nvenc >> "$here/calls" ;;
  *' libx264 '*) echo software >> "$here/calls"; exec ${real} "$@" ;;
  *) exec ${real} "$@" ;;
esac
limit=
case " $* " in *' http'*) [ -f "$here/limit" ] && limit="-frames:v $(cat "$here/limit")" ;; esac
left=$#
while [ $left -gt 0 ]; do
  option=$1; shift; left=$((left - 1))
  case "$option" in
    -preset|-rc|-cq|-forced-idr) shift; left=$((left - 1)) ;;
    h264_nvenc) set -- "$@" libx264 -preset ultrafast $limit ;;
    *) set -- "$@" "$option" ;;
  esac
done
[ -z "$limit" ] && exec ${real} "$@"
${real} "$@"
[ -f "$here/hang" ] && touch "$here/hung" && exec sleep 1000
echo '[h264_nvenc @ 0x5] the device is gone' >&2
exit 1
`;
