import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { LiveStream } from '../streams/air/live-stream.ts';
import { type WhipSessionParts, WhipSessions } from './whip-sessions.ts';

test('[WH6] a session for which there is no thread leaves nothing', async () => {
  const clock = new FakeClock();
  const ends: string[] = [];
  const sessions = new WhipSessions({
    ...{ clock, log: makeLog('silent'), ownAddresses: () => [] },
    settings: { announcedAddress: null, udpPorts: null },
    onAir: {
      takeByKey: async () => ({
        place: { roomId: 'room_1', mediaId: 'med_1', generationId: 'str_1', publisherId: 'usr_1' },
        stream: new LiveStream({ generationId: 'str_1', clock }),
        end: (how: string) => ends.push(how),
      }),
    },
    receive() {
      throw new Error('no thread could be started');
    },
  } as unknown as WhipSessionParts);
  const offer = { sdp: '', ufrag: 'abcd' } as unknown as Parameters<WhipSessions['begin']>[0]['offer'];
  const begun = sessions.begin({ roomId: 'room_1', key: 'key', offer });
  await expect(begun).rejects.toMatchObject({ reason: 'whip.no_connection' });
  expect([ends, sessions.count]).toEqual([['ended'], 0]);
});
