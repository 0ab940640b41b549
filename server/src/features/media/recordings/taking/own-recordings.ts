/** The recordings of this process: begins, follows and ends them, and saves those of dead processes. [REC3]–[REC9] */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { type Ids, isId } from '../../../../kernel/ids.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import type { Database } from '../../../../store/database.ts';
import type { RecordedFiles } from '../../../files/files/recorded-files.port.ts';
import type { OnAir } from '../../streams/air/on-air.ts';
import { tellRoom } from '../../streams/streams.messages.ts';
import type { recordingSettings } from '../recordings.settings.ts';
import * as store from '../recordings.store.ts';
import type { Saving } from '../saving.service.ts';
import { Recorder } from './recorder.ts';

export interface OwnRecordingsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly onAir: Pick<OnAir, 'streams'>;
  readonly files: Pick<RecordedFiles, 'bytesLeft'>;
  readonly saving: Saving;
  readonly settings: SettingValues<typeof recordingSettings>;
  readonly replicaId: string;
  /** Folder of the unfinished files. */
  readonly folder: string;
  /** A stream with no beat since this time has ended. */
  readonly staleMs: () => number;
}

interface Own {
  readonly row: store.RecordingRow;
  readonly recorder: Recorder;
}

/** A process that has not renewed its recordings for this long (ms) is dead. */
const goneAfterMs = 15_000;
/** How long saving is retried, in milliseconds. */
const triedForMs = 86_400_000;
const megabyte = 1_000_000;

export class OwnRecordings {
  readonly #parts: OwnRecordingsParts;
  readonly #own = new Map<string, Own>();
  /** Recordings that are being saved, with their work. */
  readonly #saving = new Map<string, Promise<void>>();
  /** Bytes of the ended recordings. */
  #endedBytes = 0;
  #beating: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #isStopping = false;

  constructor(parts: OwnRecordingsParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#own.size;
  }

  get bytes(): number {
    return [...this.#own.values()].reduce((sum, { recorder }) => sum + recorder.bytes, this.#endedBytes);
  }

  /** Called frequently, and when a recording is started or stopped. */
  beat(): void {
    if (this.#isStopping) return;
    this.#beating ??= this.#told(this.#beat()).finally(() => {
      this.#beating = undefined;
    });
  }

  /** Called at intervals: saves the recordings of dead processes, and checks the limits. */
  look(): void {
    if (this.#isStopping) return;
    this.#looking ??= this.#told(this.#look()).finally(() => {
      this.#looking = undefined;
    });
  }

  /** The next process saves the recorded files; encoders that reconnect are recorded again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#beating, this.#looking]);
    const own = [...this.#own.values()];
    this.#own.clear();
    await Promise.all(own.map(({ recorder }) => recorder.end()));
    const ids = [...own.map(({ row }) => row.id), ...this.#saving.keys()];
    await Promise.all([...ids.map((id) => this.#told(store.leave(this.#db, id, 0))), ...this.#saving.values()]);
  }

  get #db() {
    return this.#parts.db.query<store.RecordingTables>();
  }

  #told(work: Promise<void>): Promise<void> {
    return work.catch((err: unknown) => this.#parts.log.warn({ err }, 'recordings could not be looked after'));
  }

  async #beat(): Promise<void> {
    await this.#beginWaiting();
    await this.#renew();
    await this.#followStreams();
  }

  /** Begins recordings that wait for a stream of this process. */
  async #beginWaiting(): Promise<void> {
    const { onAir, replicaId, clock, settings, db, staleMs, folder } = this.#parts;
    const { streams } = onAir;
    if (streams.length === 0 || !settings.recordings) return;
    const waiting = await store.listWaiting(
      this.#db,
      streams.map(({ mediaId }) => mediaId),
    );
    for (const { id, media_id } of waiting) {
      const local = streams.find(({ mediaId }) => mediaId === media_id);
      if (!local || local.stream.isOver) continue;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const row = await db.write(async (tx) => {
        const begun = await store.begin(tx.query(), id, replicaId, clock.nowMs());
        if (begun) await tellRoom(tx, begun.room_id, staleMs());
        return begun;
      });
      if (row) this.#own.set(id, { row, recorder: this.#makeRecorder(row) });
    }
  }

  #makeRecorder({ id }: store.RecordingRow): Recorder {
    const { folder, settings, log } = this.#parts;
    return new Recorder({
      pathOf: (part) => join(folder, `${id}.${part}.mp4`),
      limits: () => ({
        milliseconds: settings.maxRecordingMinutes * 60_000,
        bytes: settings.maxRecordingMegabytes * megabyte,
      }),
      onFault: (fault) => {
        log.warn({ recording: id, fault }, 'a recording ends before somebody has stopped it');
        void this.#told(this.#end(id, fault));
      },
    });
  }

  /** Renews the recordings of this process, and ends those that were stopped. */
  async #renew(): Promise<void> {
    const { replicaId, clock } = this.#parts;
    const ids = [...this.#own.keys(), ...this.#saving.keys()];
    if (ids.length === 0) return;
    const rows = await store.beat(this.#db, ids, replicaId, clock.nowMs());
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    for (const id of this.#own.keys()) if (states.get(id) !== 'recording') await this.#end(id, null);
  }

  /** Continues with streams that have returned, and ends the recordings of those that have not. */
  async #followStreams(): Promise<void> {
    const { onAir, replicaId, settings } = this.#parts;
    const idle = [...this.#own.values()].filter(({ recorder }) => !recorder.isTaking);
    if (!settings.recordings) for (const id of this.#own.keys()) await this.#end(id, 'switched_off');
    if (idle.length === 0) return;
    const takers = await store.takersOf(
      this.#db,
      idle.map(({ row }) => row.media_id),
    );
    for (const { row, recorder } of idle) {
      const local = onAir.streams.find(({ mediaId }) => mediaId === row.media_id);
      if (local && recorder.follow(local.stream)) continue;
      const taker = takers.get(row.media_id);
      if (taker === undefined) await this.#end(row.id, null);
      else if (taker !== replicaId) await this.#end(row.id, null, { goesOn: true });
    }
  }

  async #look(): Promise<void> {
    const { clock, settings, files } = this.#parts;
    await this.#saveLeft();
    await store.deleteOld(this.#db, clock.nowMs() - triedForMs);
    if (!settings.recordings) return;
    for (const roomId of new Set([...this.#own.values()].map(({ row }) => row.room_id))) {
      const own = [...this.#own.values()].filter(({ row }) => row.room_id === roomId);
      const bytes = own.reduce((sum, { recorder }) => sum + recorder.bytes, 0);
      const left = await files.bytesLeft(roomId);
      if (left !== undefined && bytes >= left) for (const { row } of own) await this.#end(row.id, 'room_full');
    }
  }

  /** Saves the files of dead processes in the folder, and deletes files without a recording. [REC8] */
  async #saveLeft(): Promise<void> {
    const { folder, clock, replicaId, db, staleMs } = this.#parts;
    const names = await readdir(folder).catch(() => []);
    const ids = [...new Set(names.map((name) => name.split('.')[0]!))].filter((id) => isId('rec', id));
    const others = ids.filter((id) => !this.#own.has(id) && !this.#saving.has(id));
    if (others.length === 0) return;
    const rows = new Map((await store.listByIds(this.#db, others)).map((row) => [row.id, row]));
    const nowMs = clock.nowMs();
    for (const id of others) {
      const before = rows.get(id);
      if (!before) {
        for (const name of names) if (name.startsWith(`${id}.`)) await rm(join(folder, name), { force: true });
        continue;
      }
      const row = await db.write(async (tx) => {
        const taken = await store.takeOver(tx.query(), id, { replicaId, nowMs, staleMs: nowMs - goneAfterMs });
        if (!taken) return undefined;
        if (before.state === 'recording') await this.#goOn(tx.query(), before);
        await tellRoom(tx, taken.room_id, staleMs());
        return taken;
      });
      if (row) this.#save(row.id);
    }
  }

  /** Recording was requested for this stream, so its next part becomes another recording. */
  async #goOn(db: Parameters<typeof store.insert>[0], row: store.RecordingRow): Promise<void> {
    const { ids, clock } = this.#parts;
    const now = dateOf(clock.nowMs());
    const fresh = { replica_id: '', started_at: null, ended_at: null, saved_parts: 0, created_at: now, beat_at: now };
    await store.insert(db, {
      ...row,
      ...fresh,
      id: ids.make('rec'),
      state: 'waiting',
      fault: null,
      is_continued: true,
    });
  }

  /** `goesOn`: another process now receives the stream. */
  async #end(id: string, fault: store.RecordingFaultName | null, { goesOn = false } = {}): Promise<void> {
    const own = this.#own.get(id);
    if (!own) return;
    const { db, clock, replicaId, staleMs } = this.#parts;
    this.#own.delete(id);
    await own.recorder.end();
    this.#endedBytes += own.recorder.bytes;
    const isOurs = await db.write(async (tx) => {
      const ended = await store.end(tx.query(), { id, replicaId }, { fault, nowMs: clock.nowMs() });
      if (ended && goesOn) await this.#goOn(tx.query(), own.row);
      await tellRoom(tx, own.row.room_id, staleMs());
      return ended;
    });
    if (isOurs) this.#save(id);
  }

  #save(id: string): void {
    const work = this.#told(this.#parts.saving.save(id, this.#parts.folder)).finally(() => this.#saving.delete(id));
    this.#saving.set(id, work);
  }
}
