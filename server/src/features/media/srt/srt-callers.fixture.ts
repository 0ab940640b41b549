/** Encoders that send a test picture and a tone by SRT, in real time. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { findCommand, findProgram, hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';

function speaksSrt(): boolean {
  const ffmpeg = findProgram('ffmpeg');
  if (ffmpeg === undefined) return false;
  const lines = execFileSync(ffmpeg, ['-hide_banner', '-protocols'], { encoding: 'utf8' }).split('\n');
  return lines.some((line) => line.trim() === 'srt');
}

/** False: tests with streams by SRT are skipped. */
export const hasSrt = speaksSrt();

/** False: the test with GStreamer's SRT is skipped. */
export const hasGstSrt =
  hasSrt &&
  hasProgram('gst-inspect-1.0') &&
  spawnSync(programPath('gst-inspect-1.0'), ['--exists', 'srtsink']).status === 0;

const usualCodecs = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-g', '15'],
  ...['-c:a', 'aac'],
];
const filmArgs = (codecs: readonly string[], place: string) => [
  ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=15', '-re', '-f', 'lavfi', '-i', 'sine'],
  ...[...codecs, '-f', 'mpegts', place],
];

/** ffmpeg, until it is killed or refused. `codecs`: instead of H.264 and AAC. */
export function callBySrt(url: string, codecs: readonly string[] = usualCodecs): ChildProcess {
  return spawn(programPath('ffmpeg'), filmArgs(codecs, url), { stdio: 'ignore' });
}

/** GStreamer, until it is killed or refused. It sends what ffmpeg codes. */
export function callBySrtWithGst(url: string): ChildProcess {
  const coder = spawn(programPath('ffmpeg'), filmArgs(usualCodecs, 'pipe:1'), { stdio: ['ignore', 'pipe', 'ignore'] });
  const pipeline = ['fdsrc', 'fd=0', 'blocksize=1316', '!', 'srtsink', `uri=${url}`];
  const sender = spawn(findCommand('gst-launch-1.0')!, ['-q', ...pipeline], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Either may end before the other.
  sender.stdin.on('error', () => coder.kill('SIGKILL'));
  coder.stdout.pipe(sender.stdin);
  sender.once('exit', () => coder.kill('SIGKILL'));
  return sender;
}
