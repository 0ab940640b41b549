/** Two writes that tell the same room of its streams at the same moment. */
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../kernel/clock.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { decodePayload } from '../../../../realtime/frames.ts';
import { openDatabase } from '../../../../store/open-database.ts';
import { makeStudio, publish, startRtmpServer } from '../streams.fixture.ts';
import { tellRoom } from '../streams.messages.ts';
import { putNews } from '../streams.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startRtmpServer();
});
afterAll(() => server?.stop());

test('[LS6] what a room is told last is how its streams are, whoever else tells it at the same moment', async () => {
  const studio = await makeStudio(server);
  const { json } = await studio.ask(studio.owner, 'RoomService.AddMedia', { source: { rtmp: {} } });
  const senders = [publish(await studio.key()), publish(await studio.key({ media_id: json.media.id }))];
  for (const sender of senders) expect(await sender.answer()).toBe('NetStream.Publish.Start');
  const [one, other] = (await studio.streams()).map(({ generation_id }) => generation_id);
  const log = makeLog('silent');
  const db = openDatabase({ connection: server.database, poolSize: 4, log, clock: systemClock });
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const write = (generationId: string, rungs: string[], last?: Promise<void>) =>
    db.write(async (tx) => {
      await putNews(tx.query(), generationId, { rungs });
      await tellRoom(tx, studio.room, 0);
      await last;
    });
  const first = write(one!, ['480p'], held);
  let isDone = false;
  const second = write(other!, ['720p']).then(() => {
    isDone = true;
  });
  await until('the second one waits, or is through', async () => {
    const waiting = await server.sql(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return isDone || waiting.length > 0;
  });
  goOn();
  await Promise.all([first, second]);
  const [last] = (await server.sql(
    "select payload from outbox where topic = $1 and kind = 'liveStreams' order by sequence desc limit 1",
    [studio.room],
  )) as { payload: Buffer }[];
  const { resource } = decodePayload(last!.payload);
  expect(resource.case === 'liveStreams' && resource.value.streams.flatMap(({ rungs }) => rungs).sort()).toEqual([
    '480p',
    '720p',
  ]);
  for (const { socket } of senders) socket.destroy();
  await db.close();
});
