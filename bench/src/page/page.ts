/** A friend's link on a phone: how long until the invitation is there, and from the tap to the first frame. */
import { join } from 'node:path';
import { makeTestMedia } from '@matinee/testkit/media.ts';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { median } from '../figures.ts';
import { roomOf } from '../skew/room.ts';
import { startWorld } from '../world.ts';
import { measureBarePage } from './control.ts';
import { type Visit, visitRoom } from './visit.ts';

const visits = 3;
/** Longer than all visits together, so that the film does not end. */
const filmSeconds = 120;
/** About 0.3 Mbit/s: the page is measured, so the film must fit into the phone's connection. */
const film = { size: '320x180', rate: 15 };

export const page: Benchmark = {
  name: 'page',
  async run() {
    const [media, world] = await Promise.all([
      makeTestMedia(filmSeconds, film),
      startWorld({
        people: 1,
        rooms: 1,
        webRoot: join(root, 'web/dist'),
        settings: { 'user.enableInstantSignup': true, 'user.enableInstantRooms': true },
      }),
    ]);
    try {
      const room = roomOf(world, world.server.url);
      await room.play(media.mp4Url);
      const done: Visit[] = [];
      const controls: number[] = [];
      for (let visit = 0; visit < visits; visit += 1) {
        await room.update({ position_seconds: 1, is_playing: true });
        const found = await visitRoom(`${world.server.url}/r/${world.rooms[0]}`, new URL(media.mp4Url).origin);
        done.push(found);
        controls.push(await measureBarePage(found.untilInvitation.bytes));
      }
      const of = (read: (visit: Visit) => number) => median(done.map(read));
      return {
        invitation: of((visit) => visit.invitationMs),
        first_frame: of((visit) => visit.firstFrameMs),
        invitation_kb: of((visit) => visit.untilInvitation.bytes / 1_000),
        wire_kb: of((visit) => visit.untilFrame.bytes / 1_000),
        requests: of((visit) => visit.untilFrame.requests),
        control_invitation: median(controls),
      };
    } finally {
      media.close();
      await world.stop();
    }
  },
};
