import { useMemo } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { type ArrivingComments, useOffer } from '../../../../room/room-offers.ts';
import { DanmakuLayer, type DanmakuLayerProps } from '../../danmaku/danmaku-layer.tsx';
import { useArrivingComments, useLiveComments } from '../../live-comments/live-comments.port.ts';

const none: ArrivingComments = { subscribe: () => () => {} };
const useNone = () => none;

export interface ArrivingDanmakuProps extends Omit<DanmakuLayerProps, 'arriving'> {
  readonly room: RoomConnection;
  /** True: with the comments of a live stream. */
  readonly isLive: boolean;
  /** True: with the messages of the room. */
  readonly isOfRoom: boolean;
}

/** Shows new comments of the live stream and new messages of the room over the picture. [WLC3] [WC18] */
export function ArrivingDanmaku({ room, isLive, isOfRoom, ...layer }: ArrivingDanmakuProps) {
  const ofStream = useArrivingComments(room);
  const ofRoom = useOffer('useArrivingComments', useNone)(room);
  const arriving = useMemo(
    () => [...(isLive ? [ofStream] : []), ...(isOfRoom ? [ofRoom] : [])],
    [isLive, isOfRoom, ofStream, ofRoom],
  );
  return (
    <>
      {isLive && <Observing room={room} />}
      <DanmakuLayer {...layer} arriving={arriving} />
    </>
  );
}

/** Observes the comments of the stream as long as it is mounted. */
function Observing({ room }: Pick<ArrivingDanmakuProps, 'room'>) {
  useLiveComments(room);
  return null;
}
