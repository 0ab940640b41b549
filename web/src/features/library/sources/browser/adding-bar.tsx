import { ListPlus, Play } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { SharedAccount } from '../../../film/playback/source-accounts.port.ts';
import { ShareSwitch } from '../share-switch.tsx';
import { SourceFault } from '../source-fault.tsx';
import type { Adding } from '../use-adding.ts';

export interface AddingBarProps {
  readonly count: number;
  readonly adding: Adding;
  readonly mayPlay: boolean;
  /** Undefined: the items need no account. */
  readonly account: SharedAccount | undefined;
  readonly onAdd: (play: boolean) => void;
}

/** The actions on the chosen items; while many are added, the progress. [WSO5] [WSO7] */
export function AddingBar({ count, adding, mayPlay, account, onAdd }: AddingBarProps) {
  const { t } = useTranslation('sources');
  const { progress, failure } = adding;
  return (
    <div className="grid gap-3 border-t border-border px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
      {failure && (
        <div className="grid gap-1">
          {failure.done > 0 && <p className="text-sm">{t('adding.partly', { count: failure.done })}</p>}
          <SourceFault error={failure.error} />
        </div>
      )}
      {progress ? (
        <div className="flex items-center gap-4">
          <label className="grid min-w-0 flex-1 gap-1 text-sm">
            <span role="status">{t('adding.progress', progress)}</span>
            <progress value={progress.done} max={progress.total} className="h-2 w-full accent-accent-text" />
          </label>
          <Button onClick={adding.stop}>{t('adding.stop')}</Button>
        </div>
      ) : (
        <>
          {account && <ShareSwitch account={account} />}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              kind="primary"
              disabled={count === 0}
              icon={<ListPlus size={18} aria-hidden="true" />}
              onClick={() => onAdd(false)}
            >
              {t('adding.add', { count })}
            </Button>
            {mayPlay && count > 0 && (
              <Button icon={<Play size={18} aria-hidden="true" />} onClick={() => onAdd(true)}>
                {t('adding.play')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
