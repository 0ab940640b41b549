/** A still of a film that does not exist: a lit window under the moon. */
export function PosterScene() {
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0e1633" />
          <stop offset="0.6" stopColor="#3b2f63" />
          <stop offset="1" stopColor="#c9704f" />
        </linearGradient>
        <radialGradient id="moonlight">
          <stop offset="0" stopColor="#ffe9c4" stopOpacity="0.55" />
          <stop offset="1" stopColor="#ffe9c4" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="320" height="200" fill="url(#sky)" />
      <g fill="#fff">
        {stars.map(([x, y, r]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={r} opacity="0.75" />
        ))}
      </g>
      <circle cx="228" cy="62" r="70" fill="url(#moonlight)" />
      <circle cx="228" cy="62" r="21" fill="#fff1d6" />
      <path d="M0 150 60 104 108 138 166 92 226 140 268 112 320 148V200H0Z" fill="#2b2450" />
      <path d="M0 172C50 150 92 152 140 166S250 182 320 158V200H0Z" fill="#15122b" />
      <path d="M92 166V142L108 130 124 142V166Z" fill="#0b0918" />
      <rect x="103" y="147" width="10" height="10" fill="#ffc56b" />
    </svg>
  );
}

/** Place and size of each star. */
const stars = [
  [24, 30, 1],
  [52, 58, 0.8],
  [80, 22, 1.2],
  [118, 48, 0.9],
  [142, 18, 1],
  [170, 60, 0.8],
  [184, 28, 1.1],
  [262, 22, 0.9],
  [284, 50, 1],
  [300, 86, 0.8],
] as const;
