import type { CreatePollRequest } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Draft, emptyDraft, longestQuestion, requestOf } from './new-poll-draft.ts';
import { NewPollOptions } from './new-poll-options.tsx';

/** Minutes after which a poll can end automatically. */
const ends = ['', '1', '3', '5', '15', '60'] as const;

/** The form of a new poll. [WPO7] */
export function NewPollDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('polls');
  const errorText = useErrorText('polls');
  const { room } = useRoom();
  const [draft, setDraft] = useState(emptyDraft);
  const [isTried, setTried] = useState(false);
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const open = useMutation({
    mutationFn: (request: CreatePollRequest) => room.api.call('PollsService.CreatePoll', request),
    onSuccess: onClose,
  });
  const request = requestOf(draft, room.roomId);
  const lacksQuestion = draft.question.trim() === '';
  const submit = () => {
    setTried(true);
    if (request && !open.isPending) open.mutate(request);
  };
  return (
    <Dialog title={t('new.title')} isOpen onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('new.question')}
          placeholder={t('new.questionHint')}
          dir="auto"
          autoComplete="off"
          data-autofocus
          maxLength={longestQuestion}
          value={draft.question}
          error={isTried && lacksQuestion ? t('new.noQuestion') : undefined}
          onChange={({ target }) => change({ question: target.value })}
        />
        <NewPollOptions
          options={draft.options}
          error={isTried && !lacksQuestion && !request ? t('new.tooFew') : undefined}
          onChange={(options) => change({ options })}
        />
        <PollSettings draft={draft} onChange={change} />
        {open.error && (
          <p role="alert" className="text-danger">
            {errorText(open.error)}
          </p>
        )}
        <Button type="submit" kind="primary" size="large" busy={open.isPending}>
          {t('new.open')}
        </Button>
      </Form>
    </Dialog>
  );
}

interface PollSettingsProps {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

/** When the poll ends, and how people vote. */
function PollSettings({ draft, onChange }: PollSettingsProps) {
  const { t } = useTranslation('polls');
  return (
    <>
      <Select
        label={t('new.end')}
        value={draft.minutes}
        options={ends.map((value) => ({
          value,
          label: value === '' ? t('new.noEnd') : t('new.endsAfter', { count: Number(value) }),
        }))}
        onChange={(minutes) => onChange({ minutes })}
      />
      <div className="grid gap-2">
        <Switch label={t('new.several')} checked={draft.several} onChange={(several) => onChange({ several })} />
        <Switch
          label={t('new.anonymous')}
          hint={t('new.anonymousHint')}
          checked={draft.anonymous}
          onChange={(anonymous) => onChange({ anonymous })}
        />
      </div>
    </>
  );
}
