import { create } from '@bufbuild/protobuf';
import { type PeertubeSource, PeertubeSourceSchema } from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import { isUrl } from '../../kernel/http/urls.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A UUID in base 58 (Flickr's alphabet), PeerTube's short form. */
const shortUuid = /^[1-9A-HJ-NP-Za-km-z]{22}$/;

/** False for an IPv6 address, which a source cannot contain. */
export function isHost(host: string): boolean {
  return !host.startsWith('[');
}

/**
 * Reads `/w/ID`, `/videos/watch/ID` and `/videos/embed/ID` of any server: the form of the id distinguishes PeerTube
 * from other sites. [PT1]
 */
export function readLink(text: string): PeertubeSource | undefined {
  const address = text.trim();
  if (!/^https:\/\/\S+$/i.test(address) || !isUrl(address)) return undefined;
  const { host, pathname, username, password } = new URL(address);
  const id = /^\/(?:w|videos\/watch|videos\/embed)\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';
  if (username || password || !isHost(host) || !(uuid.test(id) || shortUuid.test(id))) return undefined;
  return create(PeertubeSourceSchema, { host, videoId: id });
}
