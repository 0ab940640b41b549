import { useMutation } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { PictureCalls } from './use-upload.port.ts';

const PictureDialog = lazily(() => import('./picture-dialog.tsx').then((module) => module.PictureDialog));

export interface PictureFieldProps {
  readonly kind: 'avatar' | 'cover';
  /** The picture or its placeholder. */
  readonly shown: ReactNode;
  readonly hasPicture: boolean;
  readonly calls: PictureCalls;
  readonly remove: () => Promise<unknown>;
}

/** A picture with buttons to change and remove it. [WPC1]–[WPC5] */
export function PictureField({ kind, shown, hasPicture, calls, remove }: PictureFieldProps) {
  const { t } = useTranslation('pictures');
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast(t(`${kind}.removed`)),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <div className="flex flex-wrap items-center gap-4">
      {shown}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<ImagePlus size={18} aria-hidden="true" />}
          onPointerEnter={PictureDialog.load}
          onFocus={PictureDialog.load}
          onClick={() => setOpen(true)}
        >
          {t(hasPicture ? `${kind}.change` : `${kind}.add`)}
        </Button>
        {hasPicture && (
          <Button
            kind="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            busy={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {t(`${kind}.remove`)}
          </Button>
        )}
      </div>
      <Suspense>
        {isOpen && (
          <PictureDialog
            title={t(`${kind}.title`)}
            kind={kind}
            calls={calls}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              showToast(t(`${kind}.saved`));
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
