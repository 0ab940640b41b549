import { createHmac, timingSafeEqual } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { mediaProviders } from '@matinee/server/composition/gen/media-providers.ts';
import { makeSources, type SourceParts } from '@matinee/server/features/media/providers/sources.ts';
import { mediaVersion, type ResourceKey } from '@matinee/server/features/media/proxy/proxy.port.ts';
import { makeSigner } from '@matinee/server/features/media/proxy/signing.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import type { Benchmark } from '../benchmark.ts';
import { inTurn, median, ratioOf } from '../figures.ts';
import { benchJwtSecret } from '../server-process.ts';

const rounds = 9;
const checks = 20_000;
const resolutions = 5_000;
const qualities = 8;

const viewer = { userId: 'usr_00000000000000000000000000', sessionId: 'ses_00000000000000000000000000' };
const roomId = 'room_00000000000000000000000000';
const mediaId = 'med_00000000000000000000000000';
const signer = makeSigner(benchJwtSecret, systemClock);

/** Microseconds of one of `count` runs. */
async function cost(count: number, work: (n: number) => unknown): Promise<number> {
  const startedAtMs = performance.now();
  for (let n = 0; n < count; n++) await work(n);
  return ((performance.now() - startedAtMs) * 1_000) / count;
}

/**
 * Microseconds of one check of a signed address, beside one HMAC and comparison over a text of the same length; and of
 * resolving a playback of eight qualities with a known source, beside signing its nine addresses.
 */
export const resolve: Benchmark = {
  name: 'resolve',
  async run() {
    const check = await measureChecks();
    const resolution = await measureResolutions();
    return {
      check_us: median(check.ours),
      check_control_us: median(check.control),
      check_ratio: ratioOf(check, (us) => us),
      resolve_us: median(resolution.ours),
      resolve_control_us: median(resolution.control),
      resolve_ratio: ratioOf(resolution, (us) => us),
    };
  },
};

function keyOf(index: number): ResourceKey {
  const version = mediaVersion(mediaId, 1);
  return { roomId, provider: 'direct-url', version, noun: 'streams', mode: 'original', index };
}

function measureChecks() {
  const grant = { viewer, expiresAt: Math.floor(systemClock.nowMs() / 1_000) + 3_600 };
  const signed = Array.from({ length: 100 }, (_, index) => ({
    key: keyOf(index),
    signature: signer.sign(keyOf(index), grant),
  }));
  const text = JSON.stringify([...Object.values(keyOf(50)), 'u'.repeat(61), '1234567890', '', '']);
  const digest = createHmac('sha256', benchJwtSecret).update(text).digest();
  return inTurn(
    rounds,
    () =>
      cost(checks, (n) => {
        const { key, signature } = signed[n % signed.length]!;
        signer.verify(key, signature);
      }),
    () => cost(checks, () => timingSafeEqual(createHmac('sha256', benchJwtSecret).update(text).digest(), digest)),
  );
}

function measureResolutions() {
  const url = (index: number) => `https://films.example.org/film-${index}.mp4`;
  const alternatives = Array.from({ length: qualities - 1 }, (_, n) => ({ name: `${n}`, url: url(n + 1) }));
  const value = { url: url(0), alternatives, subtitles: [{ url: `${url(0)}.vtt`, name: 'English', language: 'en' }] };
  const media = create(MediaSchema, {
    id: mediaId,
    playlistId: 'pl_00000000000000000000000000',
    name: 'film',
    source: { source: { case: 'directUrl', value }, proxyMode: ProxyMode.ONLY },
  });
  const item = { roomId, media, sourceVersion: 1, sealedSecrets: null, facts: undefined, dynamic: undefined };
  // The source has no account and no secrets, so the parts that open those are not called.
  const parts = {
    providers: mediaProviders,
    clock: systemClock,
    playbackUrls: signer,
    toolsOf: () => ({}),
    isPageSecure: () => true,
    isPrivateHost: () => false,
    isServed: () => true,
  } as unknown as SourceParts;
  const { sources } = makeSources(parts);
  const wishes = { proxyMode: ProxyMode.UNSPECIFIED, profile: undefined };
  return inTurn(
    rounds,
    () => cost(resolutions, () => sources.resolve(roomId, item, viewer, wishes)),
    () =>
      cost(resolutions, () => {
        for (let index = 0; index <= qualities; index++) signer.urlFor(keyOf(index), viewer);
      }),
  );
}
