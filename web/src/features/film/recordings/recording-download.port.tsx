import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { downloadFrom } from '../../../ui/save-file.ts';

export interface RecordingDownloadProps {
  readonly roomId: string;
  readonly media: Media;
}

/** Downloads the file of a recording. Nothing for other items. [WRE4] */
export function RecordingDownload({ roomId, media: { id, source } }: RecordingDownloadProps) {
  const { t } = useTranslation('recordings');
  const { api } = useSession();
  const errorText = useErrorText();
  const find = useMutation({
    mutationFn: () => api.call('RoomService.GetRoomRecordingFile', { room_id: roomId, media_id: id }),
    onSuccess: ({ url }) => downloadFrom(url),
  });
  if (!source?.recording) return null;
  return (
    <div className="mt-5 grid justify-items-start gap-2">
      <Button busy={find.isPending} icon={<Download size={16} aria-hidden="true" />} onClick={() => find.mutate()}>
        {t('download')}
      </Button>
      {find.isError && <FaultText text={errorText(find.error)} />}
    </div>
  );
}
