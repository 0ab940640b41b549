import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Picture, type ShownPicture } from '../../../ui/signs/picture.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

export interface ModeratedPictureProps {
  readonly kind: 'avatar' | 'cover';
  /** Name of its owner. */
  readonly name: string;
  /** Absent: nothing is shown. */
  readonly picture: ShownPicture | undefined;
  readonly remove: () => Promise<unknown>;
}

/**
 * Another person's picture, which an administrator may remove. While its own texts load, only this part of the page
 * waits. [WPC7]
 */
export function ModeratedPicture({ picture, ...rest }: ModeratedPictureProps) {
  return <Suspense>{picture && <Shown {...rest} picture={picture} />}</Suspense>;
}

function Shown({ kind, name, picture, remove }: ModeratedPictureProps & { readonly picture: ShownPicture }) {
  const { t } = useTranslation('pictures');
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const onConfirm = async () => {
    setBusy(true);
    await remove().then(
      () => showToast(t(`moderated.${kind}.removed`)),
      (error: unknown) => showToast(errorText(error), 'danger'),
    );
    setBusy(false);
    setAsking(false);
  };
  return (
    <section aria-label={t(`moderated.${kind}.label`)} className="flex flex-wrap items-center gap-4">
      <div
        className={classNames(
          'relative shrink-0 overflow-hidden bg-surface-2',
          kind === 'avatar' ? 'size-24 rounded-full' : 'aspect-video w-44 rounded-control',
        )}
      >
        <Picture picture={picture} sizes="176px" />
      </div>
      <Button kind="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t(`moderated.${kind}.remove`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`moderated.${kind}.title`, { name })}
        text={t('moderated.text')}
        action={t(`moderated.${kind}.remove`)}
        isBusy={isBusy}
        onConfirm={() => void onConfirm()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
