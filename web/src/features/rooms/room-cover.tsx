import { classNames } from '../../ui/class-names.ts';
import { hueOf } from '../../ui/hue.ts';

/** A room's own light: two colours made from its id, like a screen seen from the back row. Decorative. */
export function RoomCover({ roomId, className }: { readonly roomId: string; readonly className?: string }) {
  const hue = hueOf(roomId);
  return (
    <div
      aria-hidden="true"
      className={classNames('relative overflow-hidden bg-black', className)}
      style={{
        backgroundImage: [
          `radial-gradient(120% 90% at 20% 0%, hsl(${hue} 62% 46% / 0.95), transparent 62%)`,
          `radial-gradient(110% 110% at 95% 100%, hsl(${(hue + 48) % 360} 66% 34% / 0.95), transparent 60%)`,
        ].join(','),
      }}
    />
  );
}
