import type { GetRoomStreamInfoResponse } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Circle, Square } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

interface RecordButtonProps {
  readonly mediaId: string;
  readonly info: Pick<GetRoomStreamInfoResponse, 'recording' | 'may_record'>;
  /** Called after each attempt to start or stop the recording. */
  readonly onChanged: () => void;
}

/** Starts and stops the recording of a stream, and says what becomes of it. [WRE2] [WRE3] */
export function RecordButton({ mediaId, info: { recording, may_record: mayRecord }, onChanged }: RecordButtonProps) {
  const { t } = useTranslation('recordings');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const state = recording?.state;
  const isOn = state === 'waiting' || state === 'recording';
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      api.call(isOn ? 'RoomService.StopRoomRecording' : 'RoomService.StartRoomRecording', {
        room_id: room.roomId,
        media_id: mediaId,
      }),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: onChanged,
  });
  if (!mayRecord && !isOn) return null;
  const text = state === 'recording' ? 'now' : state === 'waiting' ? 'waiting' : state === 'saving' ? 'saving' : 'hint';
  const Icon = isOn ? Square : Circle;
  return (
    <div className="grid gap-2">
      {recording?.fault && (
        <Banner tone="danger">
          {t('ended')} {t(`fault.${recording.fault}`)}
        </Banner>
      )}
      <p role="status" className="text-sm text-muted">
        {t(text)}
      </p>
      <div>
        <Button
          busy={change.isPending}
          icon={<Icon size={16} aria-hidden="true" fill="currentColor" className="text-danger" />}
          onClick={() => change.mutate()}
        >
          {t(isOn ? 'stop' : 'start')}
        </Button>
      </div>
    </div>
  );
}
