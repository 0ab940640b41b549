import { Camera, ImagePlus } from 'lucide-react';
import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { PictureRefusal } from './read-picture.ts';

export interface PictureSourceProps {
  readonly refusal: PictureRefusal | undefined;
  /** True: the front camera. False: the back camera. */
  readonly isOfSelf: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a picture: from the device's files, dropped, pasted, or from a phone's camera. [WPC1] */
export function PictureSource({ refusal, isOfSelf, onFile }: PictureSourceProps) {
  const { t } = useTranslation('pictures');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const take = (list: FileList | null | undefined) => {
    const file = list?.[0];
    if (file) onFile(file);
  };
  usePasted(take);
  const { isOver, handlers } = useDrop(take);
  return (
    // Dropping a picture is optional: the buttons inside do the same.
    <div
      data-picture-drop
      {...handlers}
      className={classNames(
        'grid justify-items-center gap-4 rounded-card border-2 border-dashed p-8 text-center transition-colors',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line',
      )}
    >
      <ImagePlus size={36} aria-hidden="true" className="text-accent-text" />
      <div className="flex flex-wrap justify-center gap-2">
        <Button kind="primary" data-autofocus onClick={() => files.current?.click()}>
          {t('choose')}
        </Button>
        {hasCamera && (
          <Button
            kind="secondary"
            icon={<Camera size={18} aria-hidden="true" />}
            onClick={() => camera.current?.click()}
          >
            {t('camera')}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{t('drop')}</p>
      {refusal && (
        <p role="alert" className="text-danger">
          {t(`refused.${refusal}`)}
        </p>
      )}
      <HiddenInput ref={files} label={t('choose')} onFiles={take} />
      <HiddenInput ref={camera} label={t('camera')} capture={isOfSelf ? 'user' : 'environment'} onFiles={take} />
    </div>
  );
}

interface HiddenInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'capture'> {
  readonly label: string;
  readonly onFiles: (files: FileList | null) => void;
}

/** Opens the browser's own choice of a picture, when a button clicks it. */
function HiddenInput({ label, onFiles, ...others }: HiddenInputProps) {
  return (
    <input
      type="file"
      accept="image/*"
      aria-label={label}
      tabIndex={-1}
      className="hidden"
      onChange={(event) => onFiles(event.target.files)}
      {...others}
    />
  );
}

/** Takes files that are dropped on an element with these handlers. */
function useDrop(take: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}

/** Takes pasted files while the component is shown, before all other listeners. */
function usePasted(take: (files: FileList | undefined) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(files);
    };
    document.addEventListener('paste', onPaste, { capture: true });
    return () => document.removeEventListener('paste', onPaste, { capture: true });
  }, []);
}
