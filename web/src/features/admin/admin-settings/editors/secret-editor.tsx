import { Trash2 } from 'lucide-react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { Faults } from '../settings-form.ts';
import { type Credentials, type PartWords, withPassword } from './credentials-editor.tsx';
import { SecretField } from './secret-field.tsx';

export interface SecretEditorProps {
  readonly words: PartWords;
  readonly value: Credentials | null;
  readonly faults: Faults;
  readonly onChange: (value: Credentials | null) => void;
}

/** One secret that can be set, replaced and removed, but not read. */
export function SecretEditor({ words, value, faults, onChange }: SecretEditorProps) {
  const isSet = value?.passwordSet === true;
  return (
    <div className="grid gap-4">
      <SecretField
        label={words.password}
        isSet={isSet}
        value={value?.password}
        error={faults['.password']}
        onChange={(typed) =>
          onChange(typed === undefined && !isSet ? null : withPassword(value ?? { username: '' }, typed))
        }
      />
      {isSet && (
        <Button
          kind="quiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          className="justify-self-start"
          onClick={() => onChange(null)}
        >
          {words.remove}
        </Button>
      )}
    </div>
  );
}
