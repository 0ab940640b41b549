/** An encoder with pictures that show their creation time, so that a viewer can compute their age. */
import { spawn } from 'node:child_process';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { endWithUs } from '../leftovers.ts';

const size = { width: 320, height: 180 };
const rate = 30;
/** The upper edge of a picture shows its time: a square for each bit, the lowest one first. */
const bits = 20;
const square = 16;
/** A picture that is later than this begins another row of pictures. */
const mostLateMs = 200;
const levels = { black: 16, white: 235 };

export interface Publisher {
  stop(): void;
}

/** Sends pictures and a tone to `address` in real time, with a key frame after each `group` pictures. */
export function startPublisher(address: string, group: number): Publisher {
  const { width, height } = size;
  const picture = [
    '-thread_queue_size',
    '1',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${height}`,
    '-r',
    `${rate}`,
    '-i',
    'pipe:0',
  ];
  // Pictures set the pace, and nothing waits before the encoder.
  const sound = ['-f', 'lavfi', '-i', 'sine'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', `${group}`];
  const keys = ['-keyint_min', `${group}`, '-sc_threshold', '0', '-c:a', 'aac'];
  const args = ['-v', 'error', '-fflags', 'nobuffer', ...picture, ...sound, ...codec, ...keys];
  const encoder = spawn(programPath('ffmpeg'), [...args, '-flush_packets', '1', '-f', 'flv', address], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  endWithUs(encoder);
  encoder.stdin.on('error', () => undefined);
  let nextMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs < nextMs || encoder.stdin.writableLength > 0) return;
    encoder.stdin.write(pictureOf(performance.timeOrigin + nowMs));
    // Time before the encoder is ready does not count.
    nextMs = nowMs - nextMs > mostLateMs ? nowMs + 1_000 / rate : nextMs + 1_000 / rate;
  }, 3);
  return {
    stop() {
      clearInterval(timer);
      encoder.kill('SIGKILL');
    },
  };
}

function pictureOf(nowMs: number): Buffer {
  const { width, height } = size;
  const picture = Buffer.alloc((width * height * 3) / 2, 128);
  picture.fill(levels.black, 0, width * height);
  const value = Math.floor(nowMs) % 2 ** bits;
  for (let bit = 0; bit < bits; bit += 1) {
    if (Math.floor(value / 2 ** bit) % 2 === 0) continue;
    for (let line = 0; line < square; line += 1)
      picture.fill(levels.white, line * width + bit * square, line * width + (bit + 1) * square);
  }
  return picture;
}

/** Runs in a page: the age of each picture that its film shows, in milliseconds, by the machine's clock. */
export const ageCollector = `
(() => {
  const ages = (window.__ages = []);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [${bits}, 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const look = (video) => (_, { expectedDisplayTime }) => {
    context.drawImage(video, 0, 0, ${bits * square}, ${square}, 0, 0, ${bits}, 1);
    const { data } = context.getImageData(0, 0, ${bits}, 1);
    let made = 0;
    for (let bit = 0; bit < ${bits}; bit += 1) if (data[bit * 4] > 128) made += 2 ** bit;
    const shown = performance.timeOrigin + Math.max(expectedDisplayTime, performance.now());
    const ms = (((shown - made) % ${2 ** bits}) + ${2 ** bits}) % ${2 ** bits};
    ages.push({ atMs: shown, ms });
    video.requestVideoFrameCallback(look(video));
  };
  const seen = new WeakSet();
  const find = () => {
    const video = document.querySelector('video');
    if (video && !seen.has(video)) { seen.add(video); video.requestVideoFrameCallback(look(video)); }
  };
  new MutationObserver(find).observe(document, { childList: true, subtree: true });
})();
`;

/** A picture that a page showed. */
export interface Age {
  /** When it was shown, in milliseconds since 1970. */
  readonly atMs: number;
  readonly ms: number;
}
