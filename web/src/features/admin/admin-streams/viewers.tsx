import type { LiveStreamFacts } from '@matinee/contract/gen/api.ts';

/** How many watch a stream, and in which ways they get it. */
export function Viewers({ facts }: { readonly facts: LiveStreamFacts }) {
  const ways = waysOf(facts);
  return (
    <div>
      <div className="tabular-nums">{ways.reduce((sum, [, count]) => sum + count, 0)}</div>
      {ways.length > 0 && (
        <div className="text-muted text-sm">{ways.map(([name, count]) => `${count} ${name}`).join(' · ')}</div>
      )}
    </div>
  );
}

/** The protocols with at least one reader, by their names, which are the same in every language. Pure. */
function waysOf({ flv_readers, hls_readers, web_rtc_readers }: LiveStreamFacts) {
  const all = [
    ['FLV', flv_readers],
    ['HLS', hls_readers],
    ['WebRTC', web_rtc_readers],
  ] as const;
  return all.filter(([, count]) => count > 0);
}
