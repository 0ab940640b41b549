/** What went wrong, beside what a person did: a value that was refused, or a change that failed. */
export function FaultText({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );
}
