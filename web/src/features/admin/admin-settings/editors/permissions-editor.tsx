import { useSettingText } from '../setting-text.ts';

export interface PermissionsEditorProps {
  readonly options: readonly string[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** A checkbox for each permission that can be granted here. */
export function PermissionsEditor({ options, value, onChange }: PermissionsEditorProps) {
  const text = useSettingText();
  const toggle = (name: string, isOn: boolean) =>
    onChange(options.filter((one) => (one === name ? isOn : value.includes(one))));
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {options.map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={value.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
            className="size-5 shrink-0 accent-accent-text"
          />
          <span>{text.option(name)}</span>
        </label>
      ))}
    </div>
  );
}
