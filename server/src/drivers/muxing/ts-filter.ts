import { packetBytes } from './ts-muxer.ts';
import { mapTable, pids, type TsTracks } from './ts-tables.ts';

/** A segment with only one of its tracks: the packets of the other track go, and the table does not name it. [MX6] */
export function onlyTrack(segment: Buffer, track: 'audio' | 'video', tracks: TsTracks): Buffer {
  const dropped = track === 'audio' ? pids.video : pids.audio;
  const table = mapTable({ video: undefined, audio: undefined, [track]: tracks[track] });
  const kept: Buffer[] = [];
  for (let at = 0; at < segment.length; at += packetBytes) {
    const packet = segment.subarray(at, at + packetBytes);
    const pid = packet.readUInt16BE(1) & 0x1fff;
    if (pid === dropped) continue;
    if (pid !== pids.pmt) {
      kept.push(packet);
      continue;
    }
    const changed = Buffer.alloc(packetBytes, 0xff);
    packet.copy(changed, 0, 0, 4);
    table.copy(changed, 4);
    kept.push(changed);
  }
  return Buffer.concat(kept);
}
