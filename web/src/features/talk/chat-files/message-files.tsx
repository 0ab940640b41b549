import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { AudioPlayer } from './shown/audio-player.tsx';
import { FileCard } from './shown/file-card.tsx';
import { Pictures } from './shown/pictures.tsx';
import { VideoTile } from './shown/video-tile.tsx';

export interface MessageFilesProps {
  readonly attachments: readonly ChatAttachment[];
  /** False: Tab skips the files, as in lists of messages with arrow keys. */
  readonly isReached: boolean;
}

/** Films that at least one browser can play. Others are files to save. */
const playable = /^video\/(?:mp4|webm|ogg|quicktime)$/;

/** The files of a message: pictures together, and each other file in its own way. [WCF5] */
export function MessageFiles({ attachments, isReached }: MessageFilesProps) {
  const pictures = attachments.filter(({ kind }) => kind === 'image');
  const others = attachments.filter(({ kind }) => kind !== 'image');
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1.5 py-1">
      {pictures.length > 0 && <Pictures pictures={pictures} isReached={isReached} />}
      {others.map((attachment) => {
        const { id, mime_type: type } = attachment;
        if (type.startsWith('audio/')) return <AudioPlayer key={id} attachment={attachment} isReached={isReached} />;
        if (playable.test(type)) return <VideoTile key={id} attachment={attachment} isReached={isReached} />;
        return <FileCard key={id} attachment={attachment} isReached={isReached} />;
      })}
    </div>
  );
}
