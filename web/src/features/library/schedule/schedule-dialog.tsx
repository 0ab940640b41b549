import type { Schedule } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FilmChoice, MusicChoice } from './film-choice.tsx';
import { fromInput, quickMoments, toInput } from './moments.ts';
import { schedule } from './resources.ts';

/** The host sets the room's start in the time zone of this device, moves it, or calls it off. [WSH3] */
export function ScheduleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('schedule');
  const { room } = useRoom();
  const held = useResource(room, schedule)?.schedule;
  // The form keeps the schedule from when the dialog opened. If another person saves meanwhile, the typed text stays.
  const [before] = useState(() => (held && Date.parse(held.starts_at ?? '') > room.clock.now() ? held : undefined));
  return (
    <Dialog title={t(before ? 'change' : 'menu')} description={t('lead')} isOpen onClose={onClose}>
      <ScheduleForm before={before} onDone={onClose} />
    </Dialog>
  );
}

interface ScheduleFormProps {
  readonly before: Schedule | undefined;
  readonly onDone: () => void;
}

function ScheduleForm({ before, onDone }: ScheduleFormProps) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorText('schedule');
  const { room } = useRoom();
  const [now] = useState(() => new Date(room.clock.now()));
  const [at, setAt] = useState(() => toInput(before ? new Date(before.starts_at ?? '') : firstChoice(now)));
  const [title, setTitle] = useState(before?.title ?? '');
  const [note, setNote] = useState(before?.note ?? '');
  const [startsFilm, setStartsFilm] = useState(before?.starts_film ?? true);
  const [mediaId, setMediaId] = useState(before?.media_id ?? '');
  const [musicMediaId, setMusicMediaId] = useState(before?.music_media_id ?? '');
  const { save, clear } = useScheduleCalls(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const startsAt = fromInput(at);
    if (startsAt) save.mutate({ startsAt, title, note, startsFilm, mediaId, musicMediaId });
  };
  const error = save.error ?? clear.error;
  return (
    <form onSubmit={submit} className="grid gap-5">
      <MomentFields at={at} now={now} onChange={setAt} />
      <TextField
        label={t('titleField')}
        maxLength={100}
        dir="auto"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        maxLength={500}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FilmChoice before={before} value={mediaId} onChange={setMediaId} />
      <MusicChoice before={before} value={musicMediaId} onChange={setMusicMediaId} />
      <Switch label={t('startsFilm')} hint={t('startsFilmHint')} checked={startsFilm} onChange={setStartsFilm} />
      {error && (
        <p role="alert" className="text-danger">
          {errorText(error)}
        </p>
      )}
      <Button type="submit" kind="primary" size="large" busy={save.isPending}>
        {t(before ? 'save' : 'schedule')}
      </Button>
      {before && (
        <Button kind="danger" busy={clear.isPending} onClick={() => clear.mutate()}>
          {t('clear')}
        </Button>
      )}
    </form>
  );
}

interface ScheduleDraft {
  readonly startsAt: Date;
  readonly title: string;
  readonly note: string;
  readonly startsFilm: boolean;
  readonly mediaId: string;
  readonly musicMediaId: string;
}

function useScheduleCalls(onDone: () => void) {
  const { room } = useRoom();
  const room_id = room.roomId;
  const save = useMutation({
    mutationFn: ({ startsAt, title, note, startsFilm, mediaId, musicMediaId }: ScheduleDraft) =>
      room.api.call('ScheduleService.PutSchedule', {
        room_id,
        starts_at: startsAt.toISOString(),
        title,
        note,
        starts_film: startsFilm,
        media_id: mediaId,
        music_media_id: musicMediaId,
      }),
    onSuccess: onDone,
  });
  const clear = useMutation({
    mutationFn: () => room.api.call('ScheduleService.ClearSchedule', { room_id }),
    onSuccess: onDone,
  });
  return { save, clear };
}

/** This evening, or the next one when it is late. */
function firstChoice(now: Date): Date {
  const moments = quickMoments(now);
  return (moments.find(({ text }) => text === 'tonight') ?? moments[moments.length - 1]!).at;
}

interface MomentFieldsProps {
  readonly at: string;
  readonly now: Date;
  readonly onChange: (at: string) => void;
}

/** Day and time, and the moments that can be chosen with one press. */
function MomentFields({ at, now, onChange }: MomentFieldsProps) {
  const { t } = useTranslation('schedule');
  const latest = new Date(now.getFullYear() + 1, now.getMonth(), now.getDate());
  return (
    <div className="grid gap-2">
      <TextField
        type="datetime-local"
        label={t('when')}
        hint={t('zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ') })}
        required
        min={toInput(now)}
        max={toInput(latest)}
        value={at}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {quickMoments(now).map(({ text, at: moment }) => (
          <Button key={text} aria-pressed={toInput(moment) === at} onClick={() => onChange(toInput(moment))}>
            {t(`quick.${text}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
