import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, violationsOf } from '../../../client/calls/api-error.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText, useViolationText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { PulledRecording } from '../../film/recordings/pulled-recording.port.tsx';
import { RecordingDownload } from '../../film/recordings/recording-download.port.tsx';
import { ProgrammeList } from '../channels/programme-list.tsx';
import { FilmFacts } from '../film-catalogue/film-facts.tsx';
import { FilmFactsDialog } from '../film-catalogue/film-facts-dialog.tsx';
import { siteOf } from '../library/links.port.ts';
import { isOutOfReach } from '../library/prepared-links.port.ts';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, draftOf, type FieldKey, faultsOf, repeatedHeaders, sourceOf } from './draft.ts';
import { MediaCoverField } from './media-cover.tsx';

/** The subject of the form: an item, or a new one with the typed link. */
export type DetailsOf = { readonly media: Media } | { readonly link: string };

export interface DetailsDialogProps {
  readonly of: DetailsOf;
  readonly roomId: string;
  /** The playlist that gets a new item; undefined: the root playlist. */
  readonly playlistId: string | undefined;
  /** True: nothing is chosen, so an added item starts. */
  readonly startsAdded: boolean;
  readonly onClose: () => void;
}

/** The details of an item, as a form for people who may edit it. */
export function DetailsDialog(props: DetailsDialogProps) {
  const { of, onClose } = props;
  const { self } = useRoom();
  const mayEdit = !('media' in of) || of.media.creator_id === self.id || self.permissions.has('delete_media');
  return mayEdit ? <DetailsForm {...props} /> : <FilmFactsDialog media={of.media} onClose={onClose} />;
}

/** All fields of an item: its name, addresses, subtitles, headers, and loader. [WL19] */
function DetailsForm(props: DetailsDialogProps) {
  const { of, onClose } = props;
  const [media, setMedia] = useState('media' in of ? of.media : undefined);
  const before = media?.source;
  const { t } = useTranslation(['media-details', 'library']);
  const errorText = useErrorText();
  const violationText = useViolationText();
  const [draft, setDraft] = useState<Draft>(() =>
    'media' in of ? draftOf(of.media.name, before) : { ...draftOf('', undefined), url: of.link },
  );
  const [local, setLocal] = useState<Readonly<Partial<Record<FieldKey, string>>>>({});
  const mustWarn = useWarning();
  const [isWarned, setWarned] = useState(false);
  const saving = useSaving(props, media);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setLocal({});
    setWarned(false);
    saving.reset();
  };
  const violations = saving.error instanceof ApiError ? violationsOf(saving.error.details) : [];
  const refused = faultsOf(draft, violations);
  const faultOf = (key: FieldKey) => local[key] ?? (refused[key] && violationText(refused[key]));
  const isSaid = Object.keys(refused).length > 0;
  const submit = async () => {
    const site = draft.url !== (before?.direct_url?.url ?? '') ? siteOf(draft.url.trim()) : undefined;
    const twice = repeatedHeaders(draft).map(({ id }) => [`${id}.name`, t('twice')]);
    const faults = Object.fromEntries([
      ...twice,
      ...(site ? [['url', t('add.site', { ns: 'library', name: site })]] : []),
    ]);
    setLocal(faults);
    if (Object.keys(faults).length > 0) return;
    if (draft.url !== before?.direct_url?.url && (await mustWarn(draft.url.trim()))) return setWarned(true);
    saving.mutate(draft, { onSuccess: onClose });
  };
  return (
    <Dialog title={t(media ? 'title' : 'add')} isOpen onClose={onClose}>
      {media && <FilmFacts media={media} mayReject />}
      {media && <ProgrammeList media={media} />}
      {media && <MediaCoverField roomId={props.roomId} media={media} onChange={setMedia} />}
      {media && <RecordingDownload roomId={props.roomId} media={media} />}
      {media && <PulledRecording media={media} />}
      <Form onSubmit={() => void submit()} className="mt-5 grid gap-5">
        <DetailsFields draft={draft} before={before} faultOf={faultOf} onChange={change} />
        {isWarned && (
          <p role="alert" className="text-sm">
            {t('obstacle.private_network', { ns: 'library' })}
          </p>
        )}
        {saving.isError && !isSaid && <FaultText text={errorText(saving.error)} />}
        <Button type="submit" kind="primary" busy={saving.isPending}>
          {t(media ? 'save' : 'addAction')}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Stores the form. Unchanged fields are not sent: a new source would make every viewer load the film again. */
function useSaving({ roomId, playlistId, startsAdded }: DetailsDialogProps, media: Media | undefined) {
  const { api } = useSession();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const room_id = roomId;
      if (media) {
        const { id: media_id, name, source: before, version } = media;
        const source = sourceOf(draft, before);
        const isSame = JSON.stringify(source) === JSON.stringify(sourceOf(draftOf(name, before), before));
        await api.call('RoomService.EditMedia', {
          room_id,
          media_id,
          ...(draft.name.trim() === name ? {} : { name: draft.name.trim() }),
          ...(isSame ? {} : { source }),
          expected_version: version,
        });
        return;
      }
      const { media: added } = await api.call('RoomService.AddMedia', {
        room_id,
        ...(playlistId === undefined ? {} : { playlist_id: playlistId }),
        name: draft.name.trim(),
        source: sourceOf(draft, undefined),
      });
      if (startsAdded && added) await api.call('RoomService.StartPlayback', { room_id, media_id: added.id });
    },
  });
}

/** True once for each address that the server does not reach: people are warned before they use it. [WL18] */
function useWarning() {
  const { api } = useSession();
  const client = useQueryClient();
  const asked = useRef<string>(undefined);
  return async (url: string): Promise<boolean> => {
    if (url === asked.current || !URL.canParse(url)) return false;
    asked.current = url;
    const { source } = { source: sourceOf({ ...draftOf('', undefined), url }, undefined) };
    return isOutOfReach(
      { api, client },
      { link: url, found: { name: '', source }, site: undefined, folder: undefined },
    );
  };
}
