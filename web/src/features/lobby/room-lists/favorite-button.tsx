import { Heart } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useFavorite } from './use-favorite.ts';

interface FavoriteButtonProps {
  readonly roomId: string;
  readonly name: string;
  readonly isFavorite: boolean;
  readonly className?: string;
}

/** The heart of a room. [WRL4] */
export function FavoriteButton({ roomId, name, isFavorite, className }: FavoriteButtonProps) {
  const { t } = useTranslation('rooms');
  const favorite = useFavorite(roomId, isFavorite);
  return (
    <IconButton
      label={t('favorite.label', { name })}
      tooltip="end"
      aria-pressed={favorite.isFavorite}
      {...(className ? { className } : {})}
      icon={
        <Heart
          size={20}
          aria-hidden="true"
          className={favorite.isFavorite ? 'fill-[#ff5c7a] text-[#ff5c7a]' : undefined}
        />
      }
      onClick={favorite.toggle}
    />
  );
}
