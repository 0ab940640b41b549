import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { RecordButton } from '../recordings/record-button.tsx';
import { SrtField } from '../srt/srt-field.tsx';
import { GoLive } from '../whip/go-live.tsx';
import { AdviceList } from './advice-list.port.tsx';
import { KeyField } from './key-field.tsx';
import { StreamPreview } from './stream-preview.tsx';
import { StreamStatus, type StreamStatusProps } from './stream-status.tsx';
import { useStreamInfo } from './use-stream-info.ts';

/** Says where to send a stream, with which key, and whether it arrives. [WLS2] [WLS3] */
export function StreamSetup({ media }: { readonly media: Media }) {
  const { t } = useTranslation('streams');
  const errorText = useErrorText();
  const info = useStreamInfo(media.id);
  if (info.isError) return <Banner tone="danger">{errorText(info.error)}</Banner>;
  if (!info.data) return <Spinner />;
  const { server_url: address, whip_url: whipAddress, has_srt: hasSrt, key } = info.data;
  return (
    <div className="grid gap-5">
      <StreamStatus media={media} info={info.data} />
      <PreviewBefore media={media} info={info.data} />
      <AdviceList advice={info.data.stream?.advice ?? []} hasHints />
      <RecordButton mediaId={media.id} info={info.data} onChanged={() => void info.refetch()} />
      <GoLive media={media} isOffered={whipAddress !== ''} />
      {address === '' && whipAddress === '' && !hasSrt && <Banner tone="danger">{t('setup.off')}</Banner>}
      {address !== '' && (
        <div className="grid gap-2">
          <TextField
            label={t('setup.server')}
            readOnly
            value={address}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
          <div>
            <CopyButton kind="secondary" text={address} label={t('setup.copyServer')} />
          </div>
        </div>
      )}
      {(address !== '' || whipAddress !== '') && (
        <KeyField
          media={media}
          address={address}
          whipAddress={whipAddress}
          known={key}
          onMade={() => void info.refetch()}
        />
      )}
      {hasSrt && <SrtField media={media} info={info.data} onMade={() => void info.refetch()} />}
      <PlayHere media={media} />
    </div>
  );
}

/** Shows the stream while the room does not. */
function PreviewBefore({ media, info: { stream, preview } }: StreamStatusProps) {
  const { room } = useRoom();
  const isPlaying = usePlaybackState(room)?.media_id === media.id;
  if (isPlaying || preview.length === 0 || !stream || stream.interrupted_at) return null;
  return <StreamPreview key={stream.generation_id} urls={preview} />;
}

/** Starts the stream in the room while another item plays. */
function PlayHere({ media }: { readonly media: Media }) {
  const { t } = useTranslation('streams');
  const { api } = useSession();
  const errorText = useErrorText();
  const { room, self } = useRoom();
  const playing = usePlaybackState(room)?.media_id;
  const start = useMutation({
    mutationFn: () =>
      api.call('RoomService.StartPlayback', {
        room_id: room.roomId,
        media_id: media.id,
        position_seconds: 0,
        paused: false,
      }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (playing === media.id || !self.permissions.has('navigate_playback')) return null;
  return (
    <Button
      kind="primary"
      busy={start.isPending}
      icon={<Play size={18} aria-hidden="true" />}
      onClick={() => start.mutate()}
    >
      {t('setup.play')}
    </Button>
  );
}
