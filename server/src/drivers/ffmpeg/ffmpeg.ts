/** Runs ffmpeg and ffprobe on untrusted films: bounded, and without network access. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type SrtListening, srtInput, srtList } from './srt-listening.ts';

/** Demuxers that read a single file. Demuxers of playlists would open other addresses. */
const demuxers = [
  'matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mpegts,mpeg,mpegvideo,avi,asf,flv,ogg,mp3,flac,wav,aac,ac3,eac3,dts,truehd',
  'aiff,caf,ape,wv,tta,dv,mxf,ivf,nut,rm,w64,amr,mpc,mpc8,h264,hevc,m4v,gif,au',
].join();

/** Options before each input: one connection to this machine, with a timeout of 30 s without data. */
const reading = ['-protocol_whitelist', 'http,tcp', '-format_whitelist', demuxers, '-rw_timeout', '30000000'];

/** Longest time to probe a film, or to take a frame of it, in milliseconds. */
const longestProbeMs = 20_000;
/** Largest output of ffprobe, and largest frame, in bytes. */
const maxProbeBytes = 4 * 1_048_576;

export interface Ffmpeg {
  /** ffmpeg's version string: `5.1.6-0+deb12u1`. */
  readonly version: string;
  /**
   * ffprobe's output about the film at `url`. `isPatient`: runs at the lowest priority. @throws Error when it is not a
   * film, or `signal` aborts.
   */
  probe(url: string, signal: AbortSignal, isPatient?: boolean): Promise<unknown>;
  /**
   * The key frame at or before a position of the film at `url`, as a JPEG at most 960 pixels wide. Undefined: there is
   * none. @throws Error when it is not a film, or `signal` aborts.
   */
  frame(url: string, atSeconds: number, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Converts the film at `url`. */
  run(url: string, args: RunArgs): FfmpegRun;
  /**
   * Converts four seconds of a test picture at five frames per second, to check whether `args` work on this machine.
   */
  runTestPicture(args: RunArgs): FfmpegRun;
  /** Names of the compiled-in encoders: `libx264`. They may still lack the hardware that they need. */
  encoders(): Promise<ReadonlySet<string>>;
  /** Remuxes MPEG-TS, which callers write to `input`, into FLV. */
  toFlv(): FfmpegRun & { readonly input: Writable };
  /** Remuxes a live stream at `url` on this machine into FLV. `otherSound`: transcodes the audio to AAC. */
  rtspToFlv(url: string, options: { readonly otherSound: boolean }): FfmpegRun;
  /**
   * Whether ffmpeg was built with libsrt. Retries at each call until it has an answer. @throws Error when there is none
   */
  speaksSrt(): Promise<boolean>;
  /** Waits for one SRT caller, and remuxes their MPEG-TS into FLV. Ends with the caller. */
  srtToFlv(listening: SrtListening): FfmpegRun;
  /**
   * Transcodes the audio of a live stream to Opus in Ogg, in real time. Callers write FLV to `input`; the timestamps
   * stay.
   */
  toOpus(): FfmpegRun & { readonly input: Writable };
  /**
   * Transcodes the video of a live stream to a smaller size, in real time. Callers write FLV to `input`; the timestamps
   * stay.
   */
  shrink(size: SmallerPicture): FfmpegRun & { readonly input: Writable };
}

export interface SmallerPicture {
  /** Length of the shorter side, in pixels. A smaller picture keeps its size. */
  readonly pixels: number;
  readonly bitsPerSecond: number;
}

export interface RunArgs {
  /** Input options: the source. */
  readonly input: readonly string[];
  /** Output options: the result. */
  readonly output: readonly string[];
}

export interface FfmpegRun {
  /** Fragmented MP4, FLV or Ogg. ffmpeg blocks while nothing reads it. */
  readonly bytes: Readable;
  /** Resolves when ffmpeg has ended, with its last error message; empty: it succeeded, or was stopped. */
  readonly ended: Promise<string>;
  stop(): void;
}

/** Finds and remembers the ffmpeg of this machine. */
export interface FfmpegFinder {
  /** Undefined: not found, or not searched yet. */
  readonly found: Ffmpeg | undefined;
  /** Searches unless it was found before. @returns undefined if none runs */
  look(): Promise<Ffmpeg | undefined>;
}

/** Searches at `path`; if absent, by name in the PATH. */
export function makeFfmpegFinder(path: string | undefined): FfmpegFinder {
  let found: Ffmpeg | undefined;
  let looking: Promise<Ffmpeg | undefined> | undefined;
  async function look(): Promise<Ffmpeg | undefined> {
    found ??= await findFfmpeg(path);
    looking = undefined;
    return found;
  }
  return {
    get found() {
      return found;
    },
    look: () => (looking ??= look()),
  };
}

/** @returns undefined where it does not run. */
export async function findFfmpeg(path: string | undefined): Promise<Ffmpeg | undefined> {
  const ffmpeg = path ?? 'ffmpeg';
  // Both programs are installed together.
  const ffprobe = path === undefined ? 'ffprobe' : join(path, '..', 'ffprobe');
  const [said, probes] = await Promise.all([call(ffmpeg, ['-version']), call(ffprobe, ['-version'])]).catch(() => []);
  const version = /^ffmpeg version (\S+)/.exec(said?.toString() ?? '')?.[1];
  if (version === undefined || probes === undefined) return undefined;
  let hasSrt: Promise<boolean> | undefined;
  return {
    version,
    async probe(url, signal, isPatient = false) {
      const args = ['-v', 'error', ...reading, '-show_format', '-show_streams', '-of', 'json', url];
      return JSON.parse((await call(ffprobe, args, signal, isPatient ? waitForAll : undefined)).toString());
    },
    async frame(url, atSeconds, signal) {
      const place = ['-ss', atSeconds.toFixed(3), '-noaccurate_seek', '-skip_frame', 'nokey', '-max_pixels', maxPixels];
      const args = [...quietly, '-threads', '1', ...reading, ...place, '-i', url, ...oneFrame, 'pipe:1'];
      const bytes = await call(ffmpeg, args, signal, waitForAll);
      return bytes.length > 0 ? bytes : undefined;
    },
    run: (url, args) => start(ffmpeg, [...reading, ...args.input, '-i', url], args.output),
    runTestPicture: ({ input, output }) => start(ffmpeg, [...input, ...testPicture], output),
    async encoders() {
      // Lines such as ` V....D libx264   H.264 / AVC`.
      const listed = (await call(ffmpeg, ['-hide_banner', '-encoders'])).toString();
      return new Set(Array.from(listed.matchAll(/^ [VAS][A-Z.]{5} (\S+)/gm), ([, name = '']) => name));
    },
    toFlv: () => startFed(ffmpeg, flvArgs),
    rtspToFlv: (url, options) => startRtsp(ffmpeg, url, options),
    speaksSrt: () =>
      (hasSrt ??= readsSrt(ffmpeg).catch((cause: unknown) => {
        hasSrt = undefined;
        throw cause;
      })),
    srtToFlv: (listening) => startSrt(ffmpeg, listening),
    toOpus: () => startFed(ffmpeg, opusArgs),
    shrink: (size) => startFed(ffmpeg, shrinkArgs(size)),
  };
}

/** The output of a short-lived program. @throws Error */
function call(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
  onSpawn: (pid: number) => void = () => undefined,
): Promise<Buffer> {
  const limits = { timeout: longestProbeMs, maxBuffer: maxProbeBytes, killSignal: 'SIGKILL' as const };
  const options = { ...limits, env: environment, encoding: 'buffer' as const, ...(signal ? { signal } : {}) };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (failure, stdout) => (failure ? reject(failure) : resolve(stdout)));
    child.once('spawn', () => onSpawn(child.pid!));
  });
}

const quietly = ['-hide_banner', '-nostdin', '-v', 'error'];
/** Most pixels of a film for taking a frame: decoding a larger one takes too much memory. */
const maxPixels = String(8_192 * 8_192);
/** One frame with square pixels, from the first video track that is not a cover. */
const oneFrame = [
  ...['-map', '0:V:0', '-an', '-sn', '-dn', '-frames:v', '1'],
  ...['-vf', "scale=w='max(2,trunc(iw*sar/2)*2)':h=ih,setsar=1,scale=w='min(960,iw)':h=-2"],
  ...['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-f', 'image2pipe'],
];

/** The whole environment of the programs: only the PATH, none of this server's secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };

/** Opens no file. The size is large enough for hardware that refuses small pictures. */
const testPicture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=5:duration=4'];

function start(program: string, input: readonly string[], output: readonly string[]): FfmpegRun {
  const always = [...quietly, '-threads', '2'];
  const quiet = ['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4'];
  const args = [...always, ...input, ...output, ...quiet, 'pipe:1'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  child.once('spawn', () => yieldTo(child.pid!));
  return follow(child, child.stdout, child.stderr);
}

/** Options of live streams: the probing before the first picture, and the tracks to write. */
const livePeek = ['-analyzeduration', '2000000', '-probesize', '1000000'];
const liveTracks = ['-map', '0:v:0?', '-map', '0:a:0?', '-c', 'copy'];
const liveFlv = [
  '-map_metadata',
  '-1',
  '-flush_packets',
  '1',
  '-f',
  'flv',
  '-flvflags',
  'no_duration_filesize',
  'pipe:1',
];

/** Options for remuxing only; they open nothing but the pipe. */
const flvArgs = [
  ...['-hide_banner', '-v', 'error', '-protocol_whitelist', 'pipe', '-format_whitelist', 'mpegts'],
  ...[...livePeek, '-f', 'mpegts', '-i', 'pipe:0', ...liveTracks, ...liveFlv],
];

/** Opens nothing but the pipe. Writes packets of 20 ms, each as soon as it is complete. */
const opusArgs = [
  ...['-hide_banner', '-v', 'error', '-protocol_whitelist', 'pipe', '-format_whitelist', 'flv'],
  ...['-threads', '1', '-fflags', 'nobuffer', '-analyzeduration', '0', '-copyts', '-f', 'flv', '-i', 'pipe:0'],
  // Fills gaps with silence, so that the audio stays in sync with the video.
  ...['-map', '0:a:0', '-vn', '-af', 'aresample=48000:async=1', '-ac', '2'],
  ...['-c:a', 'libopus', '-b:a', '128k', '-frame_duration', '20', '-map_metadata', '-1'],
  ...['-flush_packets', '1', '-page_duration', '20000', '-f', 'ogg', 'pipe:1'],
];

/** Opens nothing but the pipe. Keeps the timestamps of the input, so that viewers of all sizes are at one position. */
function shrinkArgs({ pixels, bitsPerSecond }: SmallerPicture): string[] {
  const limited = (side: 'iw' | 'ih') => `2*trunc(min(${pixels},${side})/2)`;
  const scale = `scale=w='if(lt(iw,ih),${limited('iw')},-2)':h='if(lt(iw,ih),-2,${limited('ih')})'`;
  return [
    ...['-hide_banner', '-v', 'error', '-protocol_whitelist', 'pipe', '-format_whitelist', 'flv'],
    // One thread outputs each frame at once; each further thread would delay output by a frame.
    ...['-threads', '1', '-fpsprobesize', '0', ...livePeek, '-max_pixels', maxPixels],
    ...['-copyts', '-f', 'flv', '-i', 'pipe:0', '-map', '0:v:0', '-an'],
    ...['-vf', scale, '-fps_mode', 'passthrough', '-enc_time_base', '1:1000'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-threads', '2'],
    ...['-b:v', `${bitsPerSecond}`, '-maxrate', `${bitsPerSecond}`, '-bufsize', `${bitsPerSecond}`],
    // A key frame every two seconds. Timestamps do not begin with 0 here.
    ...['-force_key_frames', 'expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+2))', '-sc_threshold', '0'],
    ...liveFlv,
  ];
}

function startFed(program: string, args: readonly string[]): FfmpegRun & { readonly input: Writable } {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environment });
  child.once('spawn', () => yieldTo(child.pid!));
  // ffmpeg may end before all input is written.
  child.stdin.on('error', () => undefined);
  return { ...follow(child, child.stdout, child.stderr), input: child.stdin };
}

/** TCP only: UDP datagrams could come from anywhere. */
const rtspArgs = [
  ...['-hide_banner', '-nostdin', '-v', 'error', '-protocol_whitelist', 'tcp', '-format_whitelist', 'rtsp,sdp,rtp'],
  ...['-rtsp_transport', 'tcp', ...livePeek, '-f', 'rtsp'],
];

function startRtsp(program: string, url: string, { otherSound }: { readonly otherSound: boolean }): FfmpegRun {
  const sound = otherSound ? ['-c:a', 'aac', '-b:a', '128k', '-ar', '44100'] : [];
  const args = [...rtspArgs, '-i', url, ...liveTracks, ...sound, ...liveFlv];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  return follow(child, child.stdout, child.stderr);
}

/** @throws Error when ffmpeg does not run. */
async function readsSrt(program: string): Promise<boolean> {
  const [input = ''] = (await call(program, ['-hide_banner', '-protocols'])).toString().split('Output:');
  return input.split('\n').some((line) => line.trim() === 'srt');
}

function startSrt(program: string, listening: SrtListening): FfmpegRun {
  const args = ['-hide_banner', '-v', 'error', '-threads', '1', ...livePeek, ...srtInput, ...liveTracks, ...liveFlv];
  const { input, ended, ...run } = startFed(program, args);
  input.end(srtList(listening));
  // ffmpeg's messages contain the address, with the passphrase.
  return { ...run, ended: ended.then((complaint) => complaint.replaceAll(listening.passphrase, '…')) };
}

function follow(child: ChildProcess, stdout: Readable, stderr: Readable): FfmpegRun {
  let complaint = '';
  let isStopped = false;
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (cause) => resolve(cause.message));
    child.once('close', (code) => resolve(code === 0 || isStopped ? '' : complaint.trim() || `it ended with ${code}`));
  });
  return {
    bytes: stdout,
    ended,
    stop() {
      isStopped = true;
      child.kill('SIGKILL');
      stdout.destroy();
    },
  };
}

/** Conversions for waiting viewers come before pictures of films. */
const waitForAll = (pid: number) => yieldTo(pid, constants.priority.PRIORITY_LOW);

/** Serving rooms comes before work on films. */
function yieldTo(pid: number, priority: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The process may have ended already, and some systems forbid the change.
  }
}
