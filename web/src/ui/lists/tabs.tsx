import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A count that needs attention; 0: no badge. */
  readonly badge?: number;
  /** Name of the count, for screen readers. */
  readonly badgeLabel?: string;
  /** True: the badge has an `@`, as a part of the count mentions this person. */
  readonly isUrgent?: boolean;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The tab to which a key leads from the tab at `index` of `count`; undefined: not a key of tabs. */
function nextIndex(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  const step = isRightToLeft ? -1 : 1;
  if (key === 'ArrowRight') return (index + step + count) % count;
  if (key === 'ArrowLeft') return (index - step + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * Tabs whose panels stay mounted, so that a draft and the place in a list survive a look at another tab. Keys as in the
 * ARIA pattern "Tabs with automatic activation".
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const next = nextIndex(event.key, index, tabs.length, isRightToLeft);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChange(tabs[next]!.value);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div ref={list} role="tablist" aria-label={label} className="flex shrink-0 border-b border-border px-2">
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}panel-${tab.value}`}
            tabIndex={tab.value === value ? 0 : -1}
            // Otherwise a press with the mouse would take the focus: the focus ring would show, and the player would no
            // longer get its keys.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="relative inline-flex min-h-12 min-w-0 flex-1 items-center justify-center gap-2 px-2 font-medium text-muted transition-colors hover:text-text aria-selected:text-text after:absolute after:inset-x-4 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent aria-selected:after:bg-accent focus-visible:outline-offset-[-3px] rounded-lg"
          >
            <span className="truncate">{tab.label}</span>
            {tab.badge ? (
              <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
                {tab.isUrgent && <span aria-hidden="true">@ </span>}
                {tab.badge > 99 ? '99+' : tab.badge}
                <span className="sr-only"> {tab.badgeLabel}</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}panel-${tab.value}`}
          aria-labelledby={`${id}tab-${tab.value}`}
          hidden={tab.value !== value}
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none [&[hidden]]:hidden"
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
