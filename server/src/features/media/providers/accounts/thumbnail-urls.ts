/**
 * Addresses of pictures in listings. Browsers load pictures without a token, so each address is signed for one sign-in.
 * [PV31]
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../../../kernel/base64url.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { publicPath } from '../../../../kernel/http/public-path.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';
import type { Viewer } from '../../proxy/proxy.port.ts';
import { pathNameOf } from '../find-provider.ts';

/** How long an address is valid, in milliseconds: as long as a user looks at a listing. */
const lifeMs = 60 * 60_000;

/** The picture that an address names. */
export interface NamedThumbnail {
  /** The provider's name in paths. */
  readonly provider: string;
  readonly accountId: string;
  readonly item: string;
}

export interface ThumbnailUrls {
  forViewer(provider: MediaProvider, accountId: string, viewer: Viewer): (item: string) => string;
  /** The viewer who may use an address; undefined if it is forged or has expired. */
  verify(named: NamedThumbnail, query: URLSearchParams): (Viewer & { readonly expiresAtMs: number }) | undefined;
}

/** `secret` is the server's secret. */
export function makeThumbnailUrls(secret: string, clock: Clock): ThumbnailUrls {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee provider thumbnails', 32));
  const digestOf = ({ provider, accountId, item }: NamedThumbnail, uid: string, exp: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([provider, accountId, item, uid, exp]))
      .digest();
  return {
    forViewer(provider, accountId, { userId, sessionId }) {
      const path = pathNameOf(provider);
      const noun = provider.accounts?.thumbnails?.noun ?? 'thumbnail';
      const uid = `${userId}.${sessionId}`;
      // The expiry stays the same for a while, so that browsers cache the picture.
      const exp = String(Math.ceil((clock.nowMs() + lifeMs) / lifeMs) * (lifeMs / 1_000));
      return (item) => {
        const sig = digestOf({ provider: path, accountId, item }, uid, exp).toString('base64url');
        const where =
          noun === 'thumbnail'
            ? `thumbnail/${encodeURIComponent(item)}?`
            : 'preview?item='.concat(encodeURIComponent(item), '&');
        return publicPath(`/api/providers/${path}/${where}account_id=${accountId}&sig=${sig}&uid=${uid}&exp=${exp}`);
      };
    },
    verify(named, query) {
      const [sig, uid, exp] = [query.get('sig') ?? '', query.get('uid') ?? '', query.get('exp') ?? ''];
      const given = decodeBase64url(sig);
      const digest = digestOf(named, uid, exp);
      if (given?.length !== digest.length || !timingSafeEqual(given, digest)) return undefined;
      const [userId = '', sessionId = ''] = uid.split('.');
      const expiresAtMs = Number(exp) * 1_000;
      return expiresAtMs <= clock.nowMs() ? undefined : { userId, sessionId, expiresAtMs };
    },
  };
}
