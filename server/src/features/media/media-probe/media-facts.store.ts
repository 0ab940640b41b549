import { fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { MediaFactsSchema } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { type Kysely, sql } from 'kysely';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { FactStore } from './media-probe.port.ts';

/** Owns the facts, and reads the version of an item's source. */
interface FactTables {
  media_facts: Narrowed<Schema['media_facts'], { facts: JsonValue }>;
  media: Pick<Schema['media'], 'id' | 'source_version'>;
}

export function makeFoundFacts(clock: Clock): FactStore {
  return {
    async find(reader, mediaId) {
      const db: Kysely<FactTables> = reader.query();
      const row = await db
        .selectFrom('media_facts')
        .select(['source_version', 'facts'])
        .where('media_id', '=', mediaId)
        .executeTakeFirst();
      if (!row) return undefined;
      const facts = fromJson(MediaFactsSchema, row.facts, { ignoreUnknownFields: true });
      return { sourceVersion: row.source_version, facts };
    },
    async put(tx, mediaId, { sourceVersion, facts }) {
      const db: Kysely<FactTables> = tx.query();
      const text = JSON.stringify(toJson(MediaFactsSchema, facts));
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('media_facts')
        .columns(['media_id', 'source_version', 'facts', 'read_at'])
        .expression((e) =>
          e
            .selectFrom('media')
            .select([
              'id',
              'source_version',
              sql<string>`${text}::jsonb`.as('facts'),
              sql<Date>`${dateOf(clock.nowMs())}::timestamptz`.as('read_at'),
            ])
            .where('id', '=', mediaId)
            .where('source_version', '=', sourceVersion),
        )
        .onConflict((conflict) =>
          conflict.column('media_id').doUpdateSet((e) => ({
            source_version: e.ref('excluded.source_version'),
            facts: e.ref('excluded.facts'),
            read_at: e.ref('excluded.read_at'),
          })),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
