import { type Clock, pause } from '../../../kernel/clock.ts';
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import { parseRange, rangeIn } from '../../../kernel/http/ranges.ts';
import type { Feature } from '../../feature.ts';

/** Body of `/api/probe/bytes`: each byte is its position, modulo 251. */
const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, place) => place % 251));

/** Time between the two events, in milliseconds: a buffering proxy delivers them together. [PRB1] */
export const eventGapMs = 1_500;

/** Small responses with which `matinee doctor` detects how a proxy in front of the server treats large ones. */
export function probesFeature({ clock }: { readonly clock: Clock }): Feature {
  return {
    name: 'probes',
    bindings: [],
    byteRoutes: [
      { name: 'probe of events', path: '/api/probe/events', open: (request) => openEvents(clock, request) },
      { name: 'probe of ranges', path: '/api/probe/bytes', open: openBytes },
    ],
  };
}

/** [PRB1] */
async function openEvents(clock: Clock, { spend, signal }: ByteRequest): Promise<ByteAnswer> {
  await spend();
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    async write(out) {
      out.write('data: 1\n\n');
      await pause(clock, eventGapMs, signal);
      out.write('data: 2\n\n');
    },
  };
}

/** [PRB2] */
async function openBytes({ spend, headers }: ByteRequest): Promise<ByteAnswer> {
  await spend();
  const asked = parseRange(headers.range);
  const range = (asked && rangeIn(asked, bytes.length)) ?? { start: 0, end: bytes.length - 1 };
  return {
    status: asked ? 206 : 200,
    headers: {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-length': String(range.end - range.start + 1),
      ...(asked ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {}),
    },
    write: async (out) => void out.write(bytes.subarray(range.start, range.end + 1)),
  };
}
