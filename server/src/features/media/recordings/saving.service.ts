/** Turns the files of an ended recording into items of its room, each in one transaction. [REC5] [REC6] [REC8] */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finishMp4 } from '../../../drivers/muxing/finish-mp4.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { RecordedFiles } from '../../files/files/recorded-files.port.ts';
import type { LibraryAdditions } from '../library/library.port.ts';
import { tellRoom } from '../streams/streams.messages.ts';
import * as store from './recordings.store.ts';

export interface SavingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly files: Pick<RecordedFiles, 'store'>;
  readonly libraryAdditions: Pick<LibraryAdditions, 'addRecorded'>;
  readonly replicaId: string;
  readonly staleMs: () => number;
}

export interface Saving {
  /** Saves the files of an ended recording in `folder`. Failed files are retried later. */
  save(id: string, folder: string): Promise<void>;
}

/** Longest name of an item, in characters. */
const mostName = 200;

export function makeSaving(parts: SavingParts): Saving {
  const { db, log, replicaId, staleMs, clock } = parts;
  return {
    async save(id, folder) {
      try {
        const names = (await readdir(folder)).filter((name) => name.startsWith(`${id}.`));
        const partOf = (name: string) => Number(name.split('.')[1]);
        for (const name of names.sort((a, b) => partOf(a) - partOf(b)))
          await savePart(parts, id, { path: join(folder, name), number: partOf(name) });
        await db.write(async (tx) => {
          const row = await store.lock(tx.query(), id, replicaId);
          if (!row) return;
          await store.finish(tx.query(), id);
          await tellRoom(tx, row.room_id, staleMs());
        });
      } catch (err) {
        log.warn({ err, recording: id }, 'a recording could not be saved, and is tried again');
        await store.leave(db.query(), id, clock.nowMs(), 'not_saved');
      }
    },
  };
}

/** A file that is already saved, or is empty, is only deleted. */
async function savePart(
  parts: SavingParts,
  id: string,
  { path, number }: { readonly path: string; readonly number: number },
): Promise<void> {
  const { db, files, ids, replicaId } = parts;
  const [row] = await store.listByIds(db.query(), [id]);
  const finished = row && row.replica_id === replicaId && number > row.saved_parts ? await finishMp4(path) : undefined;
  if (row && finished) {
    const name = nameOf(row, number);
    const stored = await files.store({ path, name: `${name}.mp4`, ownerId: row.starter_id, roomId: row.room_id });
    const mediaId = ids.make('med');
    await db.write(async (tx) => {
      if (!(await store.lock(tx.query(), id, replicaId))) throw new Error('another process has this recording');
      await addItem(parts, tx, row, { id: mediaId, name, durationSeconds: finished.durationSeconds });
      await stored.attach(tx, mediaId);
      await store.countSaved(tx.query(), id, number);
    });
  }
  await rm(path, { force: true });
}

/** Adds the item beside the live stream, or to the root playlist if that playlist is gone or full. @throws AppError */
async function addItem(
  { libraryAdditions }: SavingParts,
  tx: Tx,
  { room_id, playlist_id, starter_id: userId }: store.RecordingRow,
  item: Parameters<LibraryAdditions['addRecorded']>[2],
): Promise<void> {
  try {
    await libraryAdditions.addRecorded(tx, room_id, item, { userId, playlistId: playlist_id });
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.reason.startsWith('store.')) throw cause;
    await libraryAdditions.addRecorded(tx, room_id, item, { userId, playlistId: undefined });
  }
}

/** The name of the stream, the start of its recording, and the part number. */
function nameOf({ name, started_at, created_at }: store.RecordingRow, part: number): string {
  const at = (started_at ?? created_at).toISOString().slice(0, 16).replace('T', ' ');
  const rest = `, ${at} UTC${part > 1 ? ` (${part})` : ''}`;
  return `${[...name].slice(0, mostName - rest.length).join('')}${rest}`;
}
