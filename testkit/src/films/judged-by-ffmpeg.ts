import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programPath } from '../outside/programs.ts';

/** Demuxers by file extension, so that ffmpeg does not guess. */
const formats = { ts: 'mpegts', flv: 'flv', mp4: 'mp4' } as const;

/** The findings of ffprobe in `bytes`, and the complaints of ffmpeg when it decodes all of them. */
export function judge(bytes: Buffer, ending: keyof typeof formats) {
  const ffmpeg = programPath('ffmpeg');
  const folder = mkdtempSync(join(tmpdir(), 'matinee-judged-'));
  const file = join(folder, `film.${ending}`);
  const input = ['-f', formats[ending], '-i', file];
  // Passes each frame on as it is: to make an even rate, ffmpeg would complain about its own changes.
  const asTheyAre = ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000'];
  try {
    writeFileSync(file, bytes);
    const asked = ['-v', 'error', '-show_streams', '-count_frames', '-of', 'json', ...input];
    const told = execFileSync(join(dirname(ffmpeg), 'ffprobe'), asked, { stdio: ['ignore', 'pipe', 'ignore'] });
    const decoding = ['-v', 'warning', ...input, ...asTheyAre, '-f', 'null', '-'];
    const decoded = spawnSync(ffmpeg, decoding, { encoding: 'utf8' });
    const { streams } = JSON.parse(told.toString()) as {
      streams: { codec_name: string; nb_read_frames: string; start_time: string }[];
    };
    return {
      complaints: decoded.stderr.trim(),
      frames: Object.fromEntries(streams.map(({ codec_name: name, nb_read_frames: count }) => [name, Number(count)])),
      starts: Object.fromEntries(streams.map(({ codec_name: name, start_time: start }) => [name, Number(start)])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
