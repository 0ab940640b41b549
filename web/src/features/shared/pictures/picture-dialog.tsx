import { useCallback, useEffect, useMemo, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { type Crop, firstCrop } from './crop.ts';
import { Cropper } from './cropper.tsx';
import { makePicture } from './draw-crop.ts';
import { PictureSource } from './picture-source.tsx';
import { type PictureRefusal, readPicture } from './read-picture.ts';
import { type PictureCalls, type PictureUpload, useUpload } from './use-upload.port.ts';

export interface PictureDialogProps {
  readonly title: string;
  /** `avatar`: round. `cover`: 16:9. */
  readonly kind: 'avatar' | 'cover';
  readonly calls: PictureCalls;
  readonly onClose: () => void;
  /** Called when the picture is saved. */
  readonly onDone: () => void;
}

/** Chooses a picture and a part of it, and uploads that part. [WPC1]–[WPC4] */
export function PictureDialog({ title, kind, calls, onClose, onDone }: PictureDialogProps) {
  const { picture, refusal, open, forget } = usePicture();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {picture ? (
        <ChosenPicture
          key={`${picture.width}x${picture.height}`}
          {...{ picture, kind, calls, onDone }}
          onBack={forget}
        />
      ) : (
        <PictureSource refusal={refusal} isOfSelf={kind === 'avatar'} onFile={open} />
      )}
    </Dialog>
  );
}

function usePicture() {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [refusal, setRefusal] = useState<PictureRefusal>();
  const open = useCallback(async (file: File) => {
    const read = await readPicture(file);
    if (typeof read === 'string') setRefusal(read);
    else setPicture(read);
  }, []);
  useEffect(() => () => picture?.close(), [picture]);
  const forget = useCallback(() => {
    setPicture(undefined);
    setRefusal(undefined);
  }, []);
  return { picture, refusal, open: (file: File) => void open(file), forget };
}

interface ChosenPictureProps extends Pick<PictureDialogProps, 'kind' | 'calls' | 'onDone'> {
  readonly picture: ImageBitmap;
  readonly onBack: () => void;
}

function ChosenPicture({ picture, kind, calls, onDone, onBack }: ChosenPictureProps) {
  const { t } = useTranslation('pictures');
  const framed = useMemo(
    () => ({ picture: { width: picture.width, height: picture.height }, aspect: kind === 'avatar' ? 1 : 16 / 9 }),
    [picture, kind],
  );
  const [crop, setCrop] = useState<Crop>(() => firstCrop(framed));
  const { upload, start, cancel } = useUpload(calls);
  const save = async () => {
    if (await start(await makePicture(picture, framed, crop))) onDone();
  };
  return (
    <div className="grid gap-4">
      <Cropper {...{ picture, framed, crop }} isRound={kind === 'avatar'} onChange={setCrop} />
      <UploadLine upload={upload} />
      <div className="flex flex-wrap justify-end gap-2">
        {upload.state === 'running' ? (
          <Button kind="secondary" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : (
          <Button kind="secondary" onClick={onBack}>
            {t('another')}
          </Button>
        )}
        <Button kind="primary" busy={upload.state === 'running'} onClick={() => void save()}>
          {t(upload.state === 'failed' ? 'retry' : 'use')}
        </Button>
      </div>
    </div>
  );
}

function UploadLine({ upload: { state, share, phase, error } }: { readonly upload: PictureUpload }) {
  const { t } = useTranslation('pictures');
  const errorText = useErrorText();
  if (state === 'none') return null;
  if (state === 'failed') {
    return (
      <p role="alert" className="text-danger">
        {errorText(error)}
      </p>
    );
  }
  return (
    <div>
      <progress
        aria-label={t('progress')}
        max={1}
        value={phase === 'preparing' ? undefined : share}
        className="w-full accent-accent"
      />
      <p role="status" className="text-sm text-muted">
        {t(`phase.${phase}`)}
      </p>
    </div>
  );
}
