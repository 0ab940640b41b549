/** The progress of a part of a whole, as a circle that closes. */
export function ProgressRing({ part, size }: { readonly part: number; readonly size: number }) {
  const radius = size / 2 - 2;
  const length = 2 * Math.PI * radius;
  return (
    <svg width={size} height={size} aria-hidden="true" className="-rotate-90">
      <circle cx={size / 2} cy={size / 2} r={radius} fill="none" strokeWidth={3} stroke="currentColor" opacity={0.3} />
      <circle
        cx={size / 2}
        cy={size / 2}
        r={radius}
        fill="none"
        strokeWidth={3}
        strokeLinecap="round"
        stroke="currentColor"
        strokeDasharray={length}
        strokeDashoffset={length * (1 - part)}
        className="transition-[stroke-dashoffset]"
      />
    </svg>
  );
}
