import { Plus, SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { preloadOpening, useQuickRoom } from './quick-room.ts';

const CreateDialog = lazily(() => import('./create-dialog.tsx').then((module) => module.CreateDialog));

export interface CreateCardProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Opens a room at once. Name and settings can be chosen before, or later in the room. */
export function CreateCard({ isOpen, onOpenChange }: CreateCardProps) {
  const { t } = useTranslation('rooms');
  const { user } = useSession();
  const quick = useQuickRoom(() => onOpenChange(true));
  return (
    <section className="flex flex-col gap-4 rounded-card border border-border bg-surface p-5 sm:p-6">
      <div className="flex-1">
        <h2 className="text-xl font-semibold">{t('create.title')}</h2>
        <p className="mt-1 text-muted">{t('create.lead')}</p>
      </div>
      <Button
        kind="primary"
        size="large"
        icon={<Plus size={20} aria-hidden="true" />}
        busy={quick.isBusy}
        onPointerEnter={preloadOpening}
        onFocus={preloadOpening}
        onClick={() => quick.open({})}
      >
        {t('create.open')}
      </Button>
      {quick.error && (
        <p role="alert" className="text-danger">
          {quick.error}
        </p>
      )}
      {user && (
        <Button
          kind="quiet"
          icon={<SlidersHorizontal size={18} aria-hidden="true" />}
          onClick={() => onOpenChange(true)}
        >
          {t('create.options')}
        </Button>
      )}
      <Suspense>{isOpen && <CreateDialog onClose={() => onOpenChange(false)} />}</Suspense>
    </section>
  );
}
