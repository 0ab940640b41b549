import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Feature } from '../../feature.ts';
import { type Users, userErrors } from '../users/users.port.ts';
import { blockErrors } from './blocks.errors.ts';
import type { Blocks } from './blocks.port.ts';
import {
  type BlockRow,
  type BlockTables,
  countBlocks,
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
} from './blocks.store.ts';
import { personalData } from './personal-data.ts';

/** Maximum number of accounts that one account can block. */
const maxBlocks = 1_000;

interface BlockParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: Users;
}

/** Stores which accounts an account has blocked. Clients hide content of blocked people. [BL1]–[BL3] */
export function blocksFeature({ db, clock, users }: BlockParts): Feature & { blocks: Blocks } {
  async function block(blockedId: string, { userId }: UserPrincipal) {
    if (blockedId === userId) throw blockErrors.self();
    if (!(await users.find(blockedId))) throw userErrors.not_found();
    const row = await db.write(async (tx) => {
      const query = tx.query<BlockTables>();
      if ((await countBlocks(query, userId)) >= maxBlocks) throw blockErrors.too_many();
      await insertBlock(query, { user_id: userId, blocked_id: blockedId, created_at: dateOf(clock.nowMs()) });
      return findBlock(query, userId, blockedId);
    });
    return { user: toBlocked(row!) };
  }

  const { listBlockedUsers, blockUser, unblockUser } = UserService.method;
  return {
    name: 'blocks',
    personalData,
    tables: ['user_blocks'],
    reads: ['users'],
    blocks: {
      has: async (reader, userId, blockedId) =>
        (await findBlock(reader.query<BlockTables>(), userId, blockedId)) !== undefined,
    },
    bindings: [
      handleUser(listBlockedUsers, async ({ page, pageSize }, { principal }) => {
        const { rows, total } = await listBlocks(db.query<BlockTables>(), principal.userId, pageOf({ page, pageSize }));
        return { users: rows.map(toBlocked), total };
      }),
      handleUser(blockUser, ({ userId }, { principal }) => block(userId, principal)),
      handleUser(unblockUser, async ({ userId }, { principal }) => {
        await db.write((tx) => deleteBlock(tx.query<BlockTables>(), principal.userId, userId));
        return {};
      }),
    ],
  };
}

function toBlocked(row: BlockRow) {
  const { blocked_id: userId, username, display_name: displayName, created_at } = row;
  return { userId, username, displayName, blockedAt: timestampFromDate(created_at) };
}
