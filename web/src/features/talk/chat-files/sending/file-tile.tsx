import { Check, CloudOff, RotateCcw, X } from 'lucide-react';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { readableBytes } from '../../../../client/words/readable.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { formatTime } from '../../../film/playback/format-time.port.ts';
import { FileIcon } from '../file-icon.tsx';
import type { FileView } from '../outgoing.ts';
import { ProgressRing } from './progress-ring.tsx';

export interface FileTileProps {
  readonly view: FileView;
  readonly onRemove?: (() => void) | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** A file on its way: its picture or its name, its progress, and its actions. [WCF3] */
export function FileTile({ view, onRemove, onRetry }: FileTileProps) {
  const { t, i18n } = useTranslation('chat-files');
  const errorText = useErrorText('chat-files');
  const { type, sizeBytes, preview, voice, phase, error } = view;
  const name = voice ? t('voice') : view.name;
  const isPicture = type.startsWith('image/') && preview !== '';
  return (
    <li className="relative flex w-20 shrink-0 flex-col gap-1">
      <div className="relative grid size-20 place-items-center overflow-hidden rounded-control bg-surface-3">
        {isPicture ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          phase === 'there' && <FileIcon type={type} className="size-8 text-muted" />
        )}
        {phase !== 'there' && <State view={view} isOverPicture={isPicture} onRetry={onRetry} />}
        {phase === 'there' && (
          <span className="absolute end-1 bottom-1 grid size-5 place-items-center rounded-full bg-black/70 text-white">
            <Check size={12} aria-hidden="true" />
            <span className="sr-only">{t('phases.there')}</span>
          </span>
        )}
      </div>
      {onRemove && (
        <button
          type="button"
          aria-label={t('remove', { name })}
          onClick={onRemove}
          className="absolute -end-2 -top-2 grid size-7 place-items-center rounded-full border border-line bg-surface text-text shadow-raised hover:bg-surface-2"
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
      <span dir="auto" title={name} className="truncate text-xs">
        {name}
      </span>
      <span className={classNames('text-xs', phase === 'failed' ? 'sr-only' : 'text-muted')}>
        {voice ? formatTime(voice.durationSeconds) : readableBytes(sizeBytes, i18n.locale)}
      </span>
      {phase === 'failed' && (
        <span role="alert" className="text-xs text-danger">
          {errorText(error)}
        </span>
      )}
    </li>
  );
}

interface StateProps extends Pick<FileTileProps, 'view' | 'onRetry'> {
  readonly isOverPicture: boolean;
}

function State({ view, isOverPicture, onRetry }: StateProps) {
  const { t } = useTranslation('chat-files');
  const { name, phase, sentBytes, sizeBytes } = view;
  const cover = isOverPicture ? 'bg-black/60 text-white' : 'text-accent-text';
  if (phase === 'failed') {
    return (
      onRetry && (
        <button
          type="button"
          aria-label={t('retry', { name })}
          onClick={onRetry}
          className={classNames('absolute inset-0 grid place-items-center', cover)}
        >
          <RotateCcw size={24} aria-hidden="true" />
        </button>
      )
    );
  }
  const part = sizeBytes === 0 ? 0 : sentBytes / sizeBytes;
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      aria-valuetext={t(`phases.${phase}`, { percent: Math.round(part * 100) })}
      className={classNames('absolute inset-0 grid place-items-center', cover)}
    >
      {phase === 'waiting' ? (
        <CloudOff size={24} aria-hidden="true" />
      ) : (
        <span className={classNames(phase !== 'sending' && 'animate-pulse-soft')}>
          <ProgressRing part={phase === 'finishing' ? 1 : part} size={40} />
        </span>
      )}
    </div>
  );
}
