import type { FeaturedRoomsResponse } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api-error.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { ListStates } from '../admin/list-states.tsx';
import { AddRoom } from './add-room.tsx';
import { ChosenRoom } from './chosen-room.tsx';
import { type Chosen, chosenOf, maxFeatured, moved, requestOf } from './chosen-rooms.ts';

/** The featured rooms, which stand first on the start page. [WFT1] */
export function FeaturedPage() {
  const { t } = useTranslation('admin-featured');
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['admin', 'featured'],
    queryFn: () => api.call('AdminService.ListFeaturedRooms', {}),
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-labelledby="featured-title" className="grid gap-6">
      <div>
        <h1 id="featured-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        <p className="mt-1 max-w-prose text-muted">{t('lead')}</p>
      </div>
      <ListStates query={query} loading={t('loading')} isEmpty={false} empty={null}>
        {query.data && (
          // A new version, saved by another administrator, makes a new form.
          <FeaturedForm key={query.data.version} list={query.data} onStale={() => void query.refetch()} />
        )}
      </ListStates>
    </section>
  );
}

interface FeaturedFormProps {
  readonly list: FeaturedRoomsResponse;
  /** Called when another administrator saved in the meantime. */
  readonly onStale: () => void;
}

function FeaturedForm({ list, onStale }: FeaturedFormProps) {
  const { t } = useTranslation('admin-featured');
  const errorText = useErrorText();
  const [before] = useState(() => chosenOf(list.rooms));
  const [chosen, setChosen] = useState(before);
  const save = useAdminAction('AdminService.SetFeaturedRooms', () => showToast(t('saved')));
  const change = (index: number, part: Partial<Chosen>) =>
    setChosen(chosen.map((one, n) => (n === index ? { ...one, ...part } : one)));
  const submit = () =>
    save.mutate(
      { rooms: requestOf(chosen), expected_version: list.version },
      {
        onError: (error) => {
          showToast(errorText(error), 'danger');
          if (error instanceof ApiError && error.status === 409) onStale();
        },
      },
    );
  return (
    <>
      {chosen.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      <ol className="grid gap-3">
        {chosen.map((one, index) => (
          <ChosenRoom
            key={one.room.id}
            chosen={one}
            isFirst={index === 0}
            isLast={index === chosen.length - 1}
            onEnds={(ends) => change(index, { ends })}
            onMove={(by) => setChosen(moved(chosen, index, by))}
            onRemove={() => setChosen(chosen.filter((_, n) => n !== index))}
          />
        ))}
      </ol>
      {chosen.length < maxFeatured && (
        <AddRoom
          leftOut={new Set(chosen.map(({ room }) => room.id))}
          onAdd={(room) => setChosen([...chosen, { room, ends: '' }])}
        />
      )}
      <div>
        <Button kind="primary" size="large" disabled={chosen === before} busy={save.isPending} onClick={submit}>
          {t('save')}
        </Button>
      </div>
    </>
  );
}
