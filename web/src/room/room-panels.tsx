import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../texts/use-translation.ts';
import { classNames } from '../ui/class-names.ts';
import { Tabs } from '../ui/lists/tabs.tsx';
import { useQuiet } from '../ui/use-quiet.ts';
import type { RoomEntry } from './room-entry.ts';
import { RoomStrips } from './room-strips.tsx';
import { usePanelTabs } from './use-panel-tabs.ts';

export interface RoomPanelsProps {
  /** The entries must be the same at each call. */
  readonly entries: readonly RoomEntry[];
  /** Namespace of the panel that is in front. */
  readonly shown: string;
  /**
   * False in theatre mode: the film has the page to itself. On a phone the panels are below the film and always
   * visible.
   */
  readonly areShown: boolean;
  readonly onShow: (namespace: string) => void;
}

/** The panels of the features beside the film. */
export function RoomPanels({ entries, shown, areShown, onShow }: RoomPanelsProps) {
  const { t } = useTranslation('room');
  const tabs = usePanelTabs(entries);
  return (
    <aside
      aria-label={t('panel')}
      className={classNames(
        'min-h-0 flex-1 flex-col border-border bg-surface side:w-[clamp(17rem,36vw,24rem)] side:flex-none side:border-s',
        areShown ? 'flex' : 'flex side:hidden filled:hidden',
      )}
    >
      <RoomStrips entries={entries} place="panels" />
      <Tabs
        label={t('panel')}
        value={shown}
        onChange={onShow}
        tabs={tabs.map(({ namespace, Content, ...tab }) => ({
          ...tab,
          value: namespace,
          // Each panel loads separately, so that no panel waits for another.
          content: (
            <Panel isInFront={shown === namespace}>
              <Content isShown={areShown && shown === namespace} />
            </Panel>
          ),
        }))}
      />
    </aside>
  );
}

/**
 * Draws a panel that was never in front only after the film has had time to start: its code and work must not delay the
 * film.
 */
function Panel({ isInFront, children }: { readonly isInFront: boolean; readonly children: ReactNode }) {
  const isQuiet = useQuiet();
  const [wasInFront, setWasInFront] = useState(isInFront);
  if (isInFront && !wasInFront) setWasInFront(true);
  return (isQuiet || wasInFront) && <Suspense>{children}</Suspense>;
}
