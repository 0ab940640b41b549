/** Tells password managers whose password a form is about. Put it before the form's password fields. */
export function AccountName({ name }: { readonly name: string }) {
  return <input type="text" hidden name="username" autoComplete="username" value={name} readOnly />;
}
