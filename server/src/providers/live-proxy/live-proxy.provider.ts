import { create } from '@bufbuild/protobuf';
import { type LiveProxySource, LiveProxySourceSchema } from '@matinee/contract/gen/service/provider/live_proxy_pb.ts';
import { defineReasons, type FieldViolation } from '@matinee/contract/reasons.ts';
import { readUrl } from '../../kernel/http/urls.ts';
import { decodeOr, nameOfFile } from '../media-address.ts';
import { ownLive, ownLiveNouns } from '../own-live.ts';
import type { MediaProvider, Secrets } from '../provider.ts';

const reasons = defineReasons('live_proxy', {
  not_an_address: 'is not an address',
  other_protocol: 'does not begin with rtmp://, rtmps://, rtsp://, rtsps://, http:// or https://',
  no_stream_name: 'names no stream: rtmp://host/application/stream',
  account_in_rtmp: 'must not carry a user name or password: RTMP has no place for them',
  broken_account: 'has a user name or a password that is not written as an address asks',
});

/** Protocols that are used for live streams only. */
const liveAlone = /^rt[ms]ps?:$/;

/** A live stream on another server, which this server pulls once for all viewers. [LPX1] */
export const liveProxy: MediaProvider<'liveProxy'> = {
  name: 'live_proxy',
  sourceCase: 'liveProxy',
  nouns: ownLiveNouns,
  recognize(text) {
    const source = create(LiveProxySourceSchema, { url: text.trim() });
    const url = parse(source.url);
    // Addresses of films contain no account, so this is a live stream.
    const isAlone =
      url && (liveAlone.test(url.protocol) || (url.username !== '' && /\.(?:flv|ts)$/i.test(url.pathname)));
    return isAlone && faultsOf(source, '').length === 0 ? source : undefined;
  },
  check: (source, field) => faultsOf(source, `${field}.url`),
  nameOf({ url }) {
    const { pathname, hostname } = new URL(url);
    const names = pathname.split('/').map((part) => nameOfFile(decodeOr(part)));
    return names.findLast((name) => name !== '') ?? hostname;
  },
  hide(source) {
    const url = new URL(source.url);
    const account = url.username || url.password ? `${url.username}:${url.password}` : '';
    url.username = '';
    url.password = '';
    // An empty secret keeps the known one, which belongs to this server alone.
    return { shown: create(LiveProxySourceSchema, { url: url.href }), secrets: { [serverOf(url)]: account } };
  },
  outline: () => ownLive,
  resolve: async () => ownLive,
};

/** The address including its account, which `hide` removed. */
export function addressOf({ url }: LiveProxySource, secrets: Secrets): string {
  const whole = new URL(url);
  const account = secrets[serverOf(whole)] ?? '';
  if (account === '') return url;
  const colon = account.indexOf(':');
  whole.username = account.slice(0, colon);
  whole.password = account.slice(colon + 1);
  return whole.href;
}

/** Identifies the account's server, so that an item that moves to another server does not take the account along. */
function serverOf({ protocol, host }: URL): string {
  return `account at ${protocol}//${host}`;
}

function faultsOf({ url: text }: LiveProxySource, field: string): readonly FieldViolation[] {
  const url = parse(text);
  if (!url || url.hostname === '') return [{ field, ...reasons.not_an_address() }];
  const isRtmp = /^rtmps?:$/.test(url.protocol);
  if (!isRtmp && !/^(?:https?|rtsps?):$/.test(url.protocol)) return [{ field, ...reasons.other_protocol() }];
  const hasAccount = url.username !== '' || url.password !== '';
  if (isRtmp && hasAccount) return [{ field, ...reasons.account_in_rtmp() }];
  if (isRtmp && !/^\/+[^/]+\/+[^/]/.test(url.pathname)) return [{ field, ...reasons.no_stream_name() }];
  if (hasAccount && !isDecodable(`${url.username}:${url.password}`)) return [{ field, ...reasons.broken_account() }];
  return [];
}

function parse(text: string): URL | undefined {
  return readUrl(text);
}

/** The decoded text must not contain line breaks. */
function isDecodable(text: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    return !/[\x00-\x1f\x7f]/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}
