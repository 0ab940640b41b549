import { useEffect, useState } from 'react';

/** A QR code, drawn in the browser. It is dark on white in both themes, so that phones can read it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [modules, setModules] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let isCurrent = true;
    void import('qrcode').then(({ create }) => {
      if (isCurrent) setModules(toPath(create(text, { errorCorrectionLevel: 'M' }).modules));
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (!modules) return <div aria-hidden="true" className="size-44 rounded-control bg-white" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-2 -2 ${modules.size + 4} ${modules.size + 4}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control bg-white"
    >
      <path d={modules.path} fill="#000" />
    </svg>
  );
}

function toPath({ size, data }: { size: number; data: ArrayLike<number> }): { size: number; path: string } {
  let path = '';
  for (let index = 0; index < size * size; index++) {
    if (data[index]) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`;
  }
  return { size, path };
}
