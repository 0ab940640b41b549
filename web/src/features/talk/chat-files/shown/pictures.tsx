import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { pictureViewer } from '../viewer/picture-viewer.tsx';
import { AttachedPicture } from './attached-picture.tsx';

/** Highest picture in the chat, in rem. */
const highest = 18;

export interface PicturesProps {
  readonly pictures: readonly ChatAttachment[];
  readonly isReached: boolean;
}

/** One picture as it is, several as a grid. Their space is kept before they load. [WCF5] */
export function Pictures({ pictures, isReached }: PicturesProps) {
  if (pictures.length === 1) {
    const [picture] = pictures as readonly [ChatAttachment];
    const { width = 4, height = 3 } = picture;
    // A very wide or very high picture is cut.
    const ratio = Math.min(3, Math.max(0.4, width / height));
    return (
      <PictureButton
        picture={picture}
        isReached={isReached}
        style={{ aspectRatio: ratio, width: `min(100%, max(4rem, ${width}px), ${highest * ratio}rem)` }}
      />
    );
  }
  return (
    <div
      className={classNames(
        'grid w-full max-w-80 gap-1',
        pictures.length % 3 === 0 || pictures.length > 4 ? 'grid-cols-3' : 'grid-cols-2',
      )}
    >
      {pictures.map((picture) => (
        <PictureButton key={picture.id} picture={picture} isReached={isReached} style={{ aspectRatio: 1 }} />
      ))}
    </div>
  );
}

interface PictureButtonProps {
  readonly picture: ChatAttachment;
  readonly isReached: boolean;
  readonly style: { readonly aspectRatio: number; readonly width?: string };
}

function PictureButton({ picture, isReached, style }: PictureButtonProps) {
  const { t } = useTranslation('chat-files');
  const { openDialog } = useRoom();
  return (
    <button
      type="button"
      tabIndex={isReached ? 0 : -1}
      aria-label={t('openPicture', { name: picture.name })}
      onClick={() => openDialog(pictureViewer(picture.id))}
      style={style}
      className="relative block overflow-hidden rounded-control bg-surface-3"
    >
      <AttachedPicture picture={picture} drawnWidth={320} className="size-full object-cover" />
    </button>
  );
}
