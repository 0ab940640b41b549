import { useTranslation } from '../../../texts/use-translation.ts';

/** Chooses between the chat of the room and the chat of the stream. */
export function WhichChat({
  isStream,
  onChange,
}: {
  readonly isStream: boolean;
  readonly onChange: (isStream: boolean) => void;
}) {
  const { t } = useTranslation('chat-finding');
  const chats = [
    [false, t('ofRoom')],
    [true, t('ofStream')],
  ] as const;
  return (
    <fieldset aria-label={t('which')} className="grid grid-cols-2 gap-1.5 border-b border-border px-4 py-2">
      {chats.map(([value, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={isStream === value}
          onClick={() => onChange(value)}
          className="min-h-10 rounded-full bg-surface-2 px-3 text-sm aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
