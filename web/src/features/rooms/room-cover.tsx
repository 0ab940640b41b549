import { hueOf } from '@matinee/contract/hue.ts';
import { classNames } from '../../ui/class-names.ts';

/** A picture for a room: two colours made from its id. Decorative. */
export function RoomCover({ roomId, className }: { readonly roomId: string; readonly className?: string }) {
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
    />
  );
}
