/**
 * Addresses of pictures in listings. Browsers load pictures without a token, so each address is signed for one sign-in.
 * [PV31]
 */
import type { Clock } from '../../../../kernel/clock.ts';
import { publicPath } from '../../../../kernel/http/public-path.ts';
import { makeFieldSigner } from '../../../../kernel/signing/field-signer.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';
import type { Viewer } from '../../proxy/proxy.port.ts';
import { pathNameOf } from '../find-provider.ts';

/** How long an address is valid, in milliseconds: about as long as a user browses. */
const lifeMs = 60 * 60_000;

/** The picture of an address. */
export interface NamedThumbnail {
  /** The provider's name in paths. */
  readonly provider: string;
  readonly accountId: string;
  readonly item: string;
}

export interface ThumbnailUrls {
  forViewer(provider: MediaProvider, accountId: string, viewer: Viewer): (item: string) => string;
  /** The viewer authorized by an address; undefined if it is forged or has expired. */
  verify(named: NamedThumbnail, query: URLSearchParams): (Viewer & { readonly expiresAtMs: number }) | undefined;
}

/** `secret` is the server's secret. */
export function makeThumbnailUrls(secret: string, clock: Clock): ThumbnailUrls {
  const signer = makeFieldSigner(secret, 'matinee provider thumbnails');
  return {
    forViewer(provider, accountId, { userId, sessionId }) {
      const path = pathNameOf(provider);
      const noun = provider.accounts?.thumbnails?.noun ?? 'thumbnail';
      const uid = `${userId}.${sessionId}`;
      // The expiry is rounded, so that the address stays the same for a while and browsers cache the picture.
      const exp = String(Math.ceil((clock.nowMs() + lifeMs) / lifeMs) * (lifeMs / 1_000));
      return (item) => {
        const sig = signer.sign(path, accountId, item, uid, exp);
        const where =
          noun === 'thumbnail'
            ? `thumbnail/${encodeURIComponent(item)}?`
            : 'preview?item='.concat(encodeURIComponent(item), '&');
        return publicPath(`/api/providers/${path}/${where}account_id=${accountId}&sig=${sig}&uid=${uid}&exp=${exp}`);
      };
    },
    verify({ provider, accountId, item }, query) {
      const [sig, uid, exp] = [query.get('sig') ?? '', query.get('uid') ?? '', query.get('exp') ?? ''];
      if (!signer.isValid(sig, provider, accountId, item, uid, exp)) return undefined;
      const [userId = '', sessionId = ''] = uid.split('.');
      const expiresAtMs = Number(exp) * 1_000;
      return expiresAtMs <= clock.nowMs() ? undefined : { userId, sessionId, expiresAtMs };
    },
  };
}
