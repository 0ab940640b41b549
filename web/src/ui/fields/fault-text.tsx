/** An error shown where it occurred: below a field with a refused value, or below a button whose action failed. */
export function FaultText({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );
}
