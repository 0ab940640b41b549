/** Why a value was refused, beside its field. */
export function FaultText({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );
}
