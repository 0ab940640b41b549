/** Tells password managers which account a form's password belongs to. Put it before the form's password fields. */
export function AccountName({ name }: { readonly name: string }) {
  return <input type="text" hidden name="username" autoComplete="username" value={name} readOnly />;
}
