import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { usePlayback } from '../playback/playback.port.ts';
import { maySend } from './may-send.ts';
import { StreamSetup } from './stream-setup.tsx';

interface LiveStreamDialogProps {
  /** The item that the dialog is about. Absent: the live stream that plays, or else one that is added. */
  readonly media?: Media;
  readonly onClose: () => void;
}

/** Adds a live stream to the room, and says how to send it. [WLS2] */
export function LiveStreamDialog({ media: asked, onClose }: LiveStreamDialogProps) {
  const { t } = useTranslation('streams');
  const { room, self } = useRoom();
  const playing = usePlayback(room)?.media;
  const [added, setAdded] = useState<Media>();
  const media = asked ?? added ?? (maySend(self, playing) ? playing : undefined);
  return (
    <Dialog title={media?.name ?? t('dialog.title')} isOpen onClose={onClose}>
      {media ? <StreamSetup media={media} /> : <AddStream onAdded={setAdded} />}
    </Dialog>
  );
}

/** Asks for a name. If the operator has not switched RTMP on, it says so instead. */
function AddStream({ onAdded }: { readonly onAdded: (media: Media) => void }) {
  const { t } = useTranslation('streams');
  const { api } = useSession();
  const errorText = useErrorText();
  const { room } = useRoom();
  const [name, setName] = useState('');
  const prepared = useQuery({
    queryKey: ['streams', 'prepared'],
    queryFn: ({ signal }) => api.call('ProviderCommonService.PrepareRtmp', {}, { signal }),
    retry: false,
  });
  const adding = useMutation({
    mutationFn: () =>
      api.call('RoomService.AddMedia', {
        room_id: room.roomId,
        name: name.trim() || t('name'),
        source: { rtmp: {} },
      }),
    onSuccess: ({ media }) => media && onAdded(media),
  });
  if (prepared.isError) return <Banner tone="danger">{errorText(prepared.error)}</Banner>;
  if (!prepared.data) return <Spinner />;
  return (
    <Form className="grid gap-4" onSubmit={() => adding.mutate()}>
      <p>{t('dialog.text')}</p>
      <TextField
        label={t('dialog.name')}
        placeholder={t('name')}
        maxLength={200}
        value={name}
        data-autofocus
        error={adding.isError ? errorText(adding.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button kind="primary" type="submit" busy={adding.isPending}>
        {t('dialog.add')}
      </Button>
    </Form>
  );
}
