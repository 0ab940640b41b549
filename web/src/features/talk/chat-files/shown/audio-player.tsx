import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { accessIn } from './access.ts';
import { DownloadButton } from './download-button.tsx';
import { makeSound } from './sound.ts';
import { SoundBar } from './sound-bar.tsx';
import { barsOf } from './waveform.ts';

export interface AudioPlayerProps {
  readonly attachment: ChatAttachment;
  readonly isReached: boolean;
}

/** A recording or a piece of music in a message. A voice message has its waveform, everything else its name. [WCF7] */
export function AudioPlayer({ attachment, isReached }: AudioPlayerProps) {
  const { t } = useTranslation('chat-files');
  const { room } = useRoom();
  const { id, name, duration_seconds, waveform } = attachment;
  const [sound] = useState(() => makeSound(() => loadWhole(accessIn(room).urlOf(id), waveform), duration_seconds));
  useEffect(() => () => sound.close(), [sound]);
  const isVoice = waveform !== undefined && waveform !== '';
  return (
    <div className="flex w-full max-w-80 items-center gap-1 rounded-control border border-border bg-surface-2 py-1.5 ps-1.5 pe-1">
      <div className="min-w-0 flex-1">
        {!isVoice && (
          <p dir="auto" title={name} className="truncate px-1.5 text-sm font-medium">
            {name}
          </p>
        )}
        <SoundBar sound={sound} label={isVoice ? t('voice') : name} bars={barsOf(waveform)} isReached={isReached} />
      </div>
      <DownloadButton attachment={attachment} isReached={isReached} className="!size-9" />
    </div>
  );
}

/**
 * Loads the whole recording. It is short, and browsers write no table of positions into it, so seeking needs all of it.
 */
async function loadWhole(finding: Promise<string | undefined>, waveform: string | undefined) {
  const url = await finding;
  if (url === undefined || !waveform) return url;
  const answer = await fetch(url);
  return answer.ok ? URL.createObjectURL(await answer.blob()) : undefined;
}
