import { Clapperboard } from 'lucide-react';
import { useState } from 'react';

/**
 * A small picture in a list, with its name beside it. Its space is reserved from the start; if it does not load, an
 * icon stays.
 */
export function ListedPicture({ address }: { readonly address: string }) {
  const [broken, setBroken] = useState<string>();
  const isShown = broken !== address;
  return (
    <span
      data-cover={isShown ? 'shown' : 'none'}
      className="grid h-10 w-16 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface-3 text-muted"
    >
      {isShown ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(address)}
          className="size-full object-cover"
        />
      ) : (
        <Clapperboard size={18} aria-hidden="true" />
      )}
    </span>
  );
}
