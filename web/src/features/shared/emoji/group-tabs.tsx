import {
  Apple,
  Clock,
  Flag,
  Hand,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  recent: Clock,
  smileys: Smile,
  people: Hand,
  animals: PawPrint,
  food: Apple,
  travel: Plane,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

export interface GroupTabsProps {
  readonly names: readonly string[];
  readonly chosen: string;
  /** Id of the panel that they show. */
  readonly panelId: string;
  readonly onChoose: (name: string) => void;
}

/** The categories. [WEM2] */
export function GroupTabs({ names, chosen, panelId, onChoose }: GroupTabsProps) {
  const { t } = useTranslation('emoji');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-group="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" tabIndex={-1} aria-label={t('categories')} onKeyDown={onKeyDown} className="flex px-2">
      {names.map((name) => {
        const Icon = icons[name] ?? Smile;
        return (
          <button
            key={name}
            type="button"
            role="tab"
            data-group={name}
            aria-label={t(`groups.${name}`)}
            title={t(`groups.${name}`)}
            aria-selected={name === chosen}
            aria-controls={panelId}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className="grid h-10 min-w-0 flex-1 place-items-center border-b-2 border-transparent text-muted hover:text-text aria-selected:border-accent-text aria-selected:text-accent-text"
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
