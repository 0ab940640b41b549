import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import type { IconButtonProps } from './icon-button.tsx';

/** A menu item, or a group of items of which one is chosen. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly value: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly onChange: (value: string) => void;
    }
  | { readonly kind: 'label'; readonly label: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Partial<IconButtonProps>>;
  readonly entries: readonly MenuEntry[];
}

export interface MenuPopupProps extends MenuProps {
  /** True when a key opened it: the first line then has the focus. */
  readonly isByKeyboard: boolean;
}

const lineClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none data-highlighted:bg-surface-2';

/** The menu itself. It is drawn after a click on its button, so it starts open. */
export function MenuPopup({ trigger, entries, isByKeyboard }: MenuPopupProps) {
  const [isOpen, setOpen] = useState(true);
  const content = useRef<HTMLDivElement>(null);
  // Radix handles only keys that are pressed while the menu exists. The first key press comes before the menu is
  // loaded.
  useEffect(() => {
    if (!isByKeyboard) return;
    const frame = requestAnimationFrame(() => content.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isByKeyboard]);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      {/*
       * Radix opens the menu when the button goes down. Where it covers the button, as on phones, the release would
       * choose a line.
       */}
      <DropdownMenu.Trigger
        asChild
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen((before) => !before)}
      >
        {trigger}
      </DropdownMenu.Trigger>
      {/*
       * Not in a portal: the menu stays in the landmark of its button, and its fixed position keeps it from being cut
       * off.
       */}
      <DropdownMenu.Content
        ref={content}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-[min(20rem,calc(100vw-1rem))] min-w-52 max-h-(--radix-dropdown-menu-content-available-height) animate-rise overflow-y-auto overscroll-contain rounded-control border border-border bg-surface p-1.5 text-text shadow-raised"
      >
        {entries.map((entry, index) => (
          <Fragment key={`${entry.kind} ${entry.label}`}>
            {index > 0 && entry.kind !== entries[index - 1]?.kind && (
              <DropdownMenu.Separator className="my-1.5 h-px bg-border" />
            )}
            <Entry entry={entry} />
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'label':
      return <DropdownMenu.Label className="truncate px-3 py-2 text-sm text-muted">{entry.label}</DropdownMenu.Label>;
    case 'item':
      return (
        <DropdownMenu.Item onSelect={entry.onSelect} className={classNames(lineClass, entry.danger && 'text-danger')}>
          {entry.icon}
          <span className="min-w-0 flex-1 wrap-anywhere">{entry.label}</span>
        </DropdownMenu.Item>
      );
    case 'choice':
      return (
        <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
          <DropdownMenu.Label className="truncate px-3 py-2 text-sm text-muted">{entry.label}</DropdownMenu.Label>
          {entry.options.map((option) => (
            <DropdownMenu.RadioItem key={option.value} value={option.value} className={lineClass}>
              <span className="grid size-4 place-items-center rounded-full border border-line">
                <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent-text" />
              </span>
              {option.label}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}
