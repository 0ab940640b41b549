import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Camera, MonitorUp, Radio, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { basePath } from '../../../client/calls/base.ts';
import { iceServersOf } from '../../../client/room/ice-servers.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { type Capture, type CaptureRequest, canShareScreen, capture, knownRefusal, refusalOf } from './capture.ts';
import { makeCaptureKeeper } from './capture-keeper.ts';
import { DeviceFields } from './device-fields.tsx';
import { LiveControls } from './live-controls.tsx';
import { Preview } from './preview.tsx';
import { Sender } from './sender.ts';
import { beginSending, changeSending, failSending, useSending, useSendingEnd } from './sending.ts';

/** A key for one evening: with it, the stream goes on after a break, and it ends when the stream is taken off the air. */
const keySeconds = 86_400;

/** Sends to a live stream from this page: camera or screen, a look at it, and then the room sees it. [WWH1] [WWH2] */
export function GoLive({ media, isOffered }: { readonly media: Media; readonly isOffered: boolean }) {
  const { t } = useTranslation('whip');
  const sending = useSending();
  const end = useSendingEnd();
  if (sending?.mediaId === media.id)
    return (
      <div className="grid gap-3">
        <Preview stream={sending.capture.stream} />
        <LiveControls sending={sending} />
      </div>
    );
  const refusal = knownRefusal();
  if (!isOffered || refusal) return <p className="text-sm text-muted">{t(isOffered ? `faults.${refusal}` : 'off')}</p>;
  return (
    <div className="grid gap-3">
      {end?.mediaId === media.id && <FaultText text={t(`faults.${end.fault}`)} />}
      <Beginning media={media} />
    </div>
  );
}

function Beginning({ media }: { readonly media: Media }) {
  const { t } = useTranslation('whip');
  const [request, setRequest] = useState<CaptureRequest>();
  const [taken, keeper] = useCapture();
  const capturing = useMutation({
    mutationFn: async (next: CaptureRequest) => {
      keeper.take(undefined);
      setRequest(next);
      keeper.take(await capture(next));
    },
    onError: () => setRequest(undefined),
  });
  if (request && taken)
    return (
      <div className="grid gap-3">
        <Preview stream={taken.stream} />
        {taken.source === 'camera' && <DeviceFields wanted={request} onChange={(next) => capturing.mutate(next)} />}
        <Start
          mediaId={media.id}
          taken={taken}
          onStarting={() => keeper.give(taken)}
          onAgain={() => keeper.take(undefined)}
        />
      </div>
    );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t('open')}</legend>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={capturing.isPending && request?.source === 'camera'}
          icon={<Camera size={18} aria-hidden="true" />}
          onClick={() => capturing.mutate({ source: 'camera', cameraId: '', microphoneId: '' })}
        >
          {t('sources.camera')}
        </Button>
        {canShareScreen() && (
          <Button
            busy={capturing.isPending && request?.source === 'screen'}
            icon={<MonitorUp size={18} aria-hidden="true" />}
            onClick={() => capturing.mutate({ source: 'screen', cameraId: '', microphoneId: undefined })}
          >
            {t('sources.screen')}
          </Button>
        )}
      </div>
      {capturing.isError && <FaultText text={t(`faults.${refusalOf(capturing.error)}`)} />}
    </fieldset>
  );
}

interface StartProps {
  readonly mediaId: string;
  readonly taken: Capture;
  /** The capture belongs to the stream from now on. Returns false if it has stopped. */
  readonly onStarting: () => boolean;
  readonly onAgain: () => void;
}

function Start({ mediaId, taken, onStarting, onAgain }: StartProps) {
  const { t } = useTranslation('whip');
  const { room } = useRoom();
  const errorText = useErrorText();
  const { roomId } = room;
  const starting = useMutation({
    mutationFn: async () => {
      const key = { room_id: roomId, media_id: mediaId, expires_in_seconds: keySeconds };
      const [made, found] = await Promise.all([
        room.api.call('RoomService.CreateRoomPublishKey', key),
        room.api.call('RoomService.GetIceServers', { room_id: roomId }).catch(() => ({ servers: [] })),
      ]);
      const sender = new Sender({
        ...{ url: `${basePath}/api/whip/${roomId}`, key: made.publish_key, stream: taken.stream },
        configuration: { iceServers: iceServersOf(found) },
        onState: (state) => changeSending({ state }),
        onFault: failSending,
      });
      if (!onStarting()) return;
      beginSending({ roomId, mediaId, capture: taken, sender });
      sender.start();
    },
  });
  return (
    <>
      <p className="text-sm text-muted">{t('keyNote')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          busy={starting.isPending}
          icon={<Radio size={18} aria-hidden="true" />}
          onClick={() => starting.mutate()}
        >
          {t('start')}
        </Button>
        <Button icon={<RotateCcw size={18} aria-hidden="true" />} onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
      {starting.isError && <FaultText text={errorText(starting.error)} />}
    </>
  );
}

/** Shows a capture as long as it is held, which is as long as somebody looks. */
function useCapture() {
  const [taken, setTaken] = useState<Capture>();
  const [keeper] = useState(() => makeCaptureKeeper(setTaken));
  useEffect(() => {
    keeper.open();
    return keeper.close;
  }, [keeper]);
  return [taken, keeper] as const;
}
