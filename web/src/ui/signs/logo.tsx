/** The mark: a low sun that is a play button. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <circle cx="16" cy="16" r="14" className="fill-accent" />
      <path d="M12.6 9.8v12.4l10.2-6.2z" className="fill-on-accent" />
    </svg>
  );
}
