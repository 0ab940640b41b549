import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from '../class-names.ts';

export const controlClass =
  'w-full min-w-0 min-h-11 rounded-control border border-line bg-surface px-3.5 text-base text-text placeholder:text-muted ' +
  'transition-colors focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60';

interface FieldProps {
  readonly label: string;
  /** True: the label is for screen readers only. */
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FrameProps extends FieldProps {
  readonly children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

/** Label, control, hint and error, tied together. */
export function Field({ label, labelHidden = false, hint, error, children }: FrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function TextField({ label, labelHidden, hint, error, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(labelHidden ? { labelHidden } : {})}>
      {(control) => <input type="text" {...rest} {...control} className={classNames(controlClass, className)} />}
    </Field>
  );
}

export type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, labelHidden, hint, error, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(labelHidden ? { labelHidden } : {})}>
      {(control) => (
        <textarea rows={3} {...rest} {...control} className={classNames(controlClass, 'py-2.5', className)} />
      )}
    </Field>
  );
}
