import { hueOf } from '@matinee/contract/hue.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Picture, type ShownPicture } from '../../../ui/signs/picture.tsx';

export interface RoomCoverProps {
  readonly roomId: string;
  /** Absent: two colours made from the room's id are shown instead. */
  readonly cover?: ShownPicture | undefined;
  readonly className?: string;
}

/** The picture of a room. Decorative. [WPC6] */
export function RoomCover({ roomId, cover, className }: RoomCoverProps) {
  const hue = hueOf(roomId);
  return (
    <div
      aria-hidden="true"
      className={classNames('relative overflow-hidden bg-black', className)}
      style={{
        backgroundColor: `hsl(${hue} 45% 16%)`,
        backgroundImage: [
          `radial-gradient(90% 140% at 15% -20%, hsl(${hue} 75% 58% / 0.9), transparent 65%)`,
          `radial-gradient(100% 150% at 100% 120%, hsl(${(hue + 50) % 360} 70% 48% / 0.85), transparent 65%)`,
        ].join(','),
      }}
    >
      {cover && <Picture picture={cover} sizes="(width < 40rem) 100vw, 26rem" />}
    </div>
  );
}
