import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button, type ButtonKind } from './button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly kind?: ButtonKind;
}

/**
 * Copies `text` and says "Copied" for two seconds. If the browser gives no access to the clipboard (plain http), it
 * says so.
 */
export function CopyButton({ text, label, kind = 'primary' }: CopyButtonProps) {
  const { t } = useTranslation('shell');
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), 2000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () => copyText(text).then((done) => setResult(done ? 'copied' : 'refused'));
  return (
    <>
      <Button
        kind={kind}
        onClick={copy}
        icon={result === 'copied' ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      >
        {result ? t(`copy.${result}`) : label}
      </Button>
      {/* Beside the button: browsers leave a status inside a button out of the button's name. */}
      <span role="status" className="sr-only">
        {result && t(`copy.${result}`)}
      </span>
    </>
  );
}

/** Puts `text` on the clipboard. @returns false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
