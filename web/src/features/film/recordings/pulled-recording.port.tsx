import type { Media } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { mayRecord } from '../streams/may-send.ts';
import { useStreamInfo } from '../streams/use-stream-info.ts';
import { RecordButton } from './record-button.tsx';

/** Records a stream from elsewhere, in the details of its item. Nothing for other items. [WRE5] */
export function PulledRecording({ media }: { readonly media: Media }) {
  const { self } = useRoom();
  return media.source?.live_proxy && mayRecord(self, media) ? <Recording mediaId={media.id} /> : null;
}

function Recording({ mediaId }: { readonly mediaId: string }) {
  const info = useStreamInfo(mediaId);
  if (!info.data) return null;
  return (
    <div className="mt-5">
      <RecordButton mediaId={mediaId} info={info.data} onChanged={() => void info.refetch()} />
    </div>
  );
}
