import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A count that wants attention; 0: nothing is shown. */
  readonly badge?: number;
  /** What the badge counts, for screen readers. */
  readonly badgeLabel?: string;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Panels that stay mounted, so that a draft and the place in a list survive a look at another tab. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Primitive.List aria-label={label} className="flex shrink-0 border-b border-border px-2">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            // Radix chooses a tab on mouse down and gives it the focus. Then the focus ring would show, and the player would no longer hear its keys.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(tab.value)}
            className="relative inline-flex min-h-12 min-w-0 flex-1 items-center justify-center gap-2 px-2 font-medium text-muted transition-colors hover:text-text data-[state=active]:text-text after:absolute after:inset-x-4 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent data-[state=active]:after:bg-accent focus-visible:outline-offset-[-3px] rounded-lg"
          >
            <span className="truncate">{tab.label}</span>
            {tab.badge ? (
              <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
                {tab.badge > 99 ? '99+' : tab.badge}
                <span className="sr-only"> {tab.badgeLabel}</span>
              </span>
            ) : null}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          forceMount
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
