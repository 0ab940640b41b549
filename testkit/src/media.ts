import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { encode } from './films/encoded.ts';
import { hasProgram } from './outside/programs.ts';

/** False: tests with real media are skipped. */
export const hasFfmpeg = hasProgram('ffmpeg');

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  flv: 'video/x-flv',
  mpd: 'application/dash+xml',
  html: 'text/html',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

/** Media made by a test. A loopback port serves them with Range and CORS. */
export interface TestMedia {
  /** H.264 and AAC in mp4, 360p at 30 frames a second unless the test asks for another format. */
  readonly mp4Url: string;
  /** The same as HLS with segments of 2 s. */
  readonly hlsUrl: string;
  /** Address without a file. */
  readonly missingUrl: string;
  close(): void;
}

/** Size of the picture as ffmpeg writes it, and frames per second. */
export interface FilmFormat {
  readonly size: string;
  readonly rate: number;
  /**
   * True: a black picture that flashes and beeps in the first tenth of each second, to measure sound against picture.
   */
  readonly isClapper?: boolean;
}

/**
 * For films whose picture does not matter. A page pays for each frame that it shows: 30 a second take two thirds of a
 * core. Ten are the fewest of which the player measures each one.
 */
export const smallFilm: FilmFormat = { size: '160x90', rate: 10 };

/** Makes `seconds` of a test picture with a tone. The first time takes about a second for every 30 of them. */
export async function makeTestMedia(
  seconds: number,
  format: FilmFormat = { size: '640x360', rate: 30 },
): Promise<TestMedia> {
  const { url, close } = await serveMadeFiles((folder) => encodeFilm(folder, seconds, format));
  return { mp4Url: `${url}/film.mp4`, hlsUrl: `${url}/film.m3u8`, missingUrl: `${url}/nothing.mp4`, close };
}

/** Films of a minute of a small picture, at `url` under these names, which end in `.mp4`. */
export const makeNamedFilms = (...names: readonly string[]) =>
  serveMadeFiles((folder) => {
    for (const name of names) encodeMp4(folder, 60, smallFilm, name);
  });

/** Answers a request itself and returns true, or leaves it to the folder. */
export type AnswerFirst = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the files that `make` writes into a new folder. Closing it removes the folder. */
export async function serveMadeFiles(
  make: (folder: string) => void,
  answerFirst: AnswerFirst = () => false,
): Promise<{ readonly url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-media-'));
  make(folder);
  const server = createServer((request, response) => {
    if (!answerFirst(request, response)) serveFile(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an MP4 file, and an HLS playlist from it. */
function encodeFilm(folder: string, seconds: number, format: FilmFormat): void {
  encodeMp4(folder, seconds, format, 'film.mp4');
  encode(folder, ['-i', 'film.mp4', '-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', 'film.m3u8']);
}

function encodeMp4(folder: string, seconds: number, format: FilmFormat, name: string): void {
  const { size, rate, isClapper = false } = format;
  const timing = `size=${size}:rate=${rate}:duration=${seconds}`;
  const flash = `drawbox=color=white:t=fill:enable='lt(mod(t,1),0.1)'`;
  const picture = isClapper ? `color=black:${timing},${flash}` : `testsrc2=${timing}`;
  const beep = `aevalsrc='if(lt(mod(t,1),0.1),sin(6283*t),0)':duration=${seconds}`;
  const tone = isClapper ? beep : `sine=frequency=440:duration=${seconds}`;
  const source = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', tone];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
    '-c:a',
    'aac',
    '-b:a',
    '96k',
  ];
  encode(folder, [...source, ...codecs, '-movflags', '+faststart', name]);
}

/** Serves a file of `folder`, or the requested range of it. */
function serveFile(folder: string, request: IncomingMessage, response: ServerResponse): unknown {
  const path = join(folder, normalize(new URL(request.url ?? '/', 'http://media.invalid').pathname));
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range, content-length',
    'accept-ranges': 'bytes',
  };
  if (!existsSync(path) || !statSync(path).isFile())
    return response.writeHead(404, { ...cors, 'content-type': 'text/plain' }).end('There is nothing here.');
  const { size } = statSync(path);
  const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  if (size === 0) return response.writeHead(200, { ...cors, 'content-length': '0' }).end();
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  const length = { 'content-type': type, 'content-length': String(end - start + 1) };
  response.writeHead(range ? 206 : 200, {
    ...cors,
    ...length,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  return createReadStream(path, { start, end }).pipe(response);
}
