import { create } from '@bufbuild/protobuf';
import { type VimeoSource, VimeoSourceSchema } from '@matinee/contract/gen/service/provider/vimeo_pb.ts';
import { linkOf, partsOf, secondsOf } from '../site-link.ts';

const number = /^\d{1,19}$/;
const hashOf = (text: string | null | undefined) => (/^[0-9a-f]{6,40}$/.test(text ?? '') ? text! : '');

/** Reads links of Vimeo's pages, embedded player and share buttons, with or without `https://`. [VIM1] */
export function readLink(text: string): VimeoSource | undefined {
  const url = linkOf(text);
  if (!url) return undefined;
  const { hostname, searchParams, hash: mark } = url;
  const parts = partsOf(url);
  const at = placeOfVideo(hostname, parts);
  const videoId = at === undefined ? undefined : parts[at];
  if (at === undefined || videoId === undefined || !number.test(videoId)) return undefined;
  // Only an unlisted video's hash may follow the number.
  const rest = parts.slice(at + 1);
  if (rest.length > 1 || (rest.length === 1 && hashOf(rest[0]) === '')) return undefined;
  const hash = hashOf(rest[0] ?? searchParams.get('h'));
  return create(VimeoSourceSchema, { videoId, hash, startSeconds: secondsOf(/^#t=(\w+)$/.exec(mark)?.[1]) });
}

/** Index of the video's number in the path. */
function placeOfVideo(hostname: string, [first, , third]: readonly string[]): number | undefined {
  if (hostname === 'player.vimeo.com') return first === 'video' ? 1 : undefined;
  if (!/^(?:www\.)?vimeo\.com$/.test(hostname)) return undefined;
  if (first === 'channels') return 2;
  if (first === 'groups') return third === 'videos' ? 3 : undefined;
  if (first === 'album' || first === 'showcase') return third === 'video' ? 3 : undefined;
  return 0;
}
