/** An error right where it arose: below a field whose value was refused, or a button whose change failed. */
export function FaultText({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );
}
