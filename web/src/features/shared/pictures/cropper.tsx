import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Crop, type Framed, maxZoom, moved, turnedRight, zoomed } from './crop.ts';
import { drawCrop } from './draw-crop.ts';
import { useDragging } from './use-dragging.ts';

/** Width of the canvas, in pixels; the screen shows it smaller. */
const drawnWidth = 720;
/** How far an arrow key moves, as a share of the frame, and how much + and − zoom. */
const step = 0.04;
const zoomStep = 1.15;

export interface CropperProps {
  readonly picture: ImageBitmap;
  readonly framed: Framed;
  readonly isRound: boolean;
  readonly crop: Crop;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

/**
 * Chooses the part of a picture that is shown: by dragging, two fingers, the wheel, keys and the slider. A button turns
 * the picture. [WPC2]
 */
export function Cropper({ picture, framed, isRound, crop, onChange }: CropperProps) {
  const { t } = useTranslation('pictures');
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, framed, crop);
  }, [picture, framed, crop]);
  useDragging(box, framed, onChange);
  // The button that had the focus was removed.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const zoomBy = (factor: number) => onChange(zoomedBy(framed, factor));
  const turn = () => onChange((held) => turnedRight(framed, held));
  const onKeyDown = (event: KeyboardEvent) => {
    const change = changeOf(event, framed);
    if (!change) return;
    onChange(change);
    event.preventDefault();
  };
  const most = maxZoom(framed, crop.turns);
  return (
    <div className="grid gap-3">
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the part that is shown
        tabIndex={0}
        aria-label={t('part')}
        aria-describedby="crop-keys"
        onKeyDown={onKeyDown}
        className={classNames(
          'relative mx-auto w-full cursor-grab touch-none overflow-hidden rounded-control bg-surface-2 active:cursor-grabbing',
          isRound && 'max-w-72',
        )}
        style={{ aspectRatio: framed.aspect }}
      >
        <canvas
          ref={canvas}
          width={drawnWidth}
          height={Math.round(drawnWidth / framed.aspect)}
          className="pointer-events-none size-full"
        />
        {isRound && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] ring-2 ring-white/80"
          />
        )}
      </div>
      <p id="crop-keys" className="text-center text-sm text-muted">
        {t('how')}
      </p>
      <Tools {...{ crop, most, turn, zoomBy }} onZoom={(zoom) => onChange((held) => zoomed(framed, held, zoom))} />
    </div>
  );
}

function zoomedBy(framed: Framed, factor: number): (crop: Crop) => Crop {
  return (held) => zoomed(framed, held, held.zoom * factor);
}

/** The change that a key makes to the crop; undefined: none. */
function changeOf(event: KeyboardEvent, framed: Framed): ((crop: Crop) => Crop) | undefined {
  const far = event.shiftKey ? 4 * step : step;
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-far, 0],
    ArrowRight: [far, 0],
    ArrowUp: [0, -far],
    ArrowDown: [0, far],
  };
  const move = moves[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (move) return (held) => moved(framed, held, ...move);
  if (event.key === '+' || event.key === '=') return zoomedBy(framed, zoomStep);
  if (event.key === '-') return zoomedBy(framed, 1 / zoomStep);
  if (event.key.toLowerCase() === 'r') return (held) => turnedRight(framed, held);
  return undefined;
}

interface ToolsProps {
  readonly crop: Crop;
  readonly most: number;
  readonly turn: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly onZoom: (zoom: number) => void;
}

function Tools({ crop, most, turn, zoomBy, onZoom }: ToolsProps) {
  const { t } = useTranslation('pictures');
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t('smaller')}
        tooltip="start"
        disabled={crop.zoom <= 1}
        icon={<ZoomOut size={20} aria-hidden="true" />}
        onClick={() => zoomBy(1 / zoomStep)}
      />
      <input
        type="range"
        aria-label={t('zoom')}
        aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
        min={1}
        max={most}
        step={0.01}
        value={crop.zoom}
        disabled={most === 1}
        onChange={(event) => onZoom(Number(event.target.value))}
        className="min-h-11 min-w-0 flex-1 accent-accent-text"
      />
      <IconButton
        label={t('larger')}
        disabled={crop.zoom >= most}
        icon={<ZoomIn size={20} aria-hidden="true" />}
        onClick={() => zoomBy(zoomStep)}
      />
      <IconButton label={t('turn')} tooltip="end" icon={<RotateCw size={20} aria-hidden="true" />} onClick={turn} />
    </div>
  );
}
