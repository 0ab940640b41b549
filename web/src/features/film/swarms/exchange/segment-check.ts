/**
 * How many bytes of a segment are compared with the origin, at one random place that a sender of wrong bytes cannot
 * guess.
 */
const sampleBytes = 4_096;
/** How long the origin may take to answer, in milliseconds. A peer is not blamed for a slow origin. */
const patienceMs = 5_000;

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface SegmentCheckParts {
  readonly fetchIt: typeof fetch;
  /** Gives a number from 0 up to 1. */
  readonly random: () => number;
}

const ofBrowser: SegmentCheckParts = {
  fetchIt: (...asked) => fetch(...asked),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
};

/**
 * Compares one place of a peer's segment with the origin. @returns false when the bytes differ. If the origin does not
 * answer, the peer is the only source, so its segment counts. Never throws. [WSW6]
 */
export async function isOfOrigin(
  url: string,
  range: ByteRange | undefined,
  data: ArrayBuffer,
  { fetchIt, random }: SegmentCheckParts = ofBrowser,
): Promise<boolean> {
  if (data.byteLength === 0) return false;
  const length = Math.min(sampleBytes, data.byteLength);
  const place = Math.floor(random() * (data.byteLength - length + 1));
  const first = (range?.start ?? 0) + place;
  try {
    const answer = await fetchIt(url, {
      headers: { range: `bytes=${first}-${first + length - 1}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status === 416) return false;
    if (answer.status !== 206 && answer.status !== 200) return true;
    const told = new Uint8Array(await answer.arrayBuffer());
    // Without support for ranges, the origin sends the whole file.
    const sample = answer.status === 206 ? told : told.subarray(first, first + length);
    return isSame(sample, new Uint8Array(data, place, length)) && !isShorter(answer, range, data);
  } catch {
    return true;
  }
}

/** True when a whole resource has another length than the received data. */
function isShorter(answer: Response, range: ByteRange | undefined, data: ArrayBuffer): boolean {
  const size = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
  return range === undefined && size !== undefined && Number(size) !== data.byteLength;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}
