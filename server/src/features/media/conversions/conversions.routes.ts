import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../../kernel/http/byte-routes.ts';
import { type Grant, type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import { conversionErrors } from './conversions.errors.ts';
import type { ConversionService } from './conversions.service.ts';
import { masterPlaylist, renditionPlaylist } from './plan/playlists.ts';
import type { ConvertedFilm } from './running/converted-film.ts';

export interface RouteParts {
  readonly gate: WatchGate;
  readonly conversions: ConversionService;
  /** Undefined: it is not installed. */
  readonly ffmpeg: () => Ffmpeg | undefined;
  readonly whereIs: WhereIs;
}

/** Where the room is in an item, in seconds: viewers begin there. 0 where it plays another one. */
export type WhereIs = (roomId: string, mediaId: string) => Promise<number>;

/** The addresses from which viewers read converted films. [CV5] */
export function conversionRoutes({ gate, conversions, ffmpeg, whereIs }: RouteParts): ByteRoute[] {
  const root = '/api/playback-providers/{roomId}/{provider}/{version}/conversion';

  /** A rendition's playlist and segments share one signature. */
  function open(
    request: ByteRequest,
    key: ResourceKey,
    serve: (film: ConvertedFilm, grant: Grant, signal: AbortSignal) => ByteAnswer | Promise<ByteAnswer>,
  ): Promise<ByteAnswer> {
    return gate.open(request, key, async (grant, signal) => {
      const program = ffmpeg();
      if (!program) throw conversionErrors.switched_off();
      return serve(await conversions.open(program, { ...key, mode: '' }, grant.viewer), grant, signal);
    });
  }

  const placeIn = ({ roomId, version }: ResourceKey) => whereIs(roomId, readMediaVersion(version)?.mediaId ?? '');

  return [
    {
      name: 'converted film',
      path: root,
      open: (request) => {
        const key = keyOf(request);
        return open(request, key, async (film, grant) => {
          film.prepare(await placeIn(key));
          return text(masterPlaylist(film.plan, ({ name }) => gate.queryFor({ ...key, mode: name }, grant)));
        });
      },
    },
    {
      name: 'playlist of a converted film',
      path: `${root}/{rendition}/index.m3u8`,
      open: (request) => {
        const key = keyOf(request);
        return open(request, key, (film, grant) => {
          const { rendition } = film.find(key.mode);
          return text(renditionPlaylist(rendition, film.plan.durationSeconds, gate.queryFor(key, grant)));
        });
      },
    },
    {
      name: 'segment of a converted film',
      path: `${root}/{rendition}/{part}`,
      open: (request) => {
        const key = keyOf(request);
        return open(request, key, async (film, _, signal) => {
          const { maker } = film.find(key.mode);
          const part = request.params['part'] ?? '';
          if (part === 'init.mp4') return segment(await maker.init(() => placeIn(key), signal));
          const [, number] = /^(\d{1,6})\.m4s$/.exec(part) ?? [];
          if (number === undefined) throw conversionErrors.unknown_part();
          return segment(await maker.segment(Number(number), signal));
        });
      },
    },
  ];
}

function keyOf({ params }: ByteRequest): ResourceKey {
  const { roomId = '', provider = '', version = '', rendition = '' } = params;
  return { roomId, provider, version, noun: 'conversion', mode: rendition, index: 0 };
}

const guarded = { 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'" } as const;

function text(body: string): ByteAnswer {
  return answer(Buffer.from(body), 'application/vnd.apple.mpegurl', 'no-store');
}

/** A segment never changes, and its address is for one viewer. */
function segment(bytes: Buffer): ByteAnswer {
  return answer(bytes, 'video/mp4', 'private, max-age=600');
}

function answer(bytes: Buffer, type: string, caching: string): ByteAnswer {
  return {
    status: 200,
    headers: { ...guarded, 'content-type': type, 'cache-control': caching, 'content-length': String(bytes.length) },
    write: async (out) => void out.write(bytes),
  };
}
