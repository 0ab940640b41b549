/** The pages that serve files to their rooms, by their connections to any replica. [MFL1] [MFL2] */
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { RoomConnection } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { MemberFileFacts } from '../../../providers/member-file/member-file-address.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { GatheringParts } from '../../../realtime/gatherings/gathering.ts';
import { Gatherings } from '../../../realtime/gatherings/gatherings.ts';
import type { Places } from '../../../realtime/gatherings/places.ts';
import type { Resource } from '../../../realtime/resource.ts';
import { memberFileErrors } from './member-files.errors.ts';

/** The files served by a page. */
interface PageFiles {
  readonly mediaIds: readonly string[];
}

export interface GiverParts extends Pick<GatheringParts<PageFiles>, 'clock' | 'log' | 'bus' | 'keys' | 'replicaId'> {
  readonly isOn: () => boolean;
  /** Sends a change to the observers of `key` in this process. */
  readonly publish: (roomId: string, key: string, payload: Uint8Array) => void;
}

/** Most serving pages of one room. */
const mostPages = 64;
/** How long a reader waits for a page to announce its files, in milliseconds. */
const patienceMs = 5_000;
const key = 'memberFiles';

export class Givers {
  readonly part: Gatherings<PageFiles>;
  readonly resource: Resource;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor({ isOn, publish, ...parts }: GiverParts) {
    const { away, too_many } = memberFileErrors;
    this.#clock = parts.clock;
    this.part = new Gatherings<PageFiles>({
      ...parts,
      kind: 'member-files',
      most: () => mostPages,
      errors: { full: too_many, not_joined: away, no_such_peer: away, too_many_signals: too_many },
      mayStay: async ({ permissions }) => isOn() && permissions.has(Permission.MANAGE_OWN_MEDIA),
      changed: (roomId, places) => {
        publish(roomId, key, listPayload(places));
        for (const wake of this.#waiting) wake();
      },
    });
    this.resource = {
      case: key,
      isEphemeral: true,
      key: () => key,
      onObserved: (roomId, isObserved) => this.part.observed(roomId, isObserved),
      snapshot: async (roomId) => ({
        version: 0,
        payload: listPayload(await this.part.use(roomId, (pages) => pages.list())),
      }),
    };
  }

  /** `mediaIds` replaces the page's earlier files. @throws AppError `member_files.too_many` */
  async give(roomId: string, peer: string, connection: RoomConnection, mediaIds: readonly string[]): Promise<void> {
    await this.part.use(roomId, (pages) =>
      mediaIds.length === 0 ? pages.leave(peer) : pages.join(peer, connection, { mediaIds }),
    );
  }

  /** Sends a frame to a page that serves the file. @throws AppError `member_files.away` */
  async tell({ roomId, mediaId, adderId }: MemberFileFacts, frame: Buffer, signal: AbortSignal): Promise<void> {
    await this.part.use(roomId, async (pages) => {
      const find = async () =>
        [...(await pages.list())].find(
          ([peer, { about }]) => peer.startsWith(`${adderId}:`) && about.mediaIds.includes(mediaId),
        )?.[0];
      const peer = (await find()) ?? (await this.#wait(find, signal));
      if (peer === undefined) throw memberFileErrors.away();
      pages.tell(peer, frame);
    });
  }

  /** Retries after each change, until the time limit. */
  #wait(find: () => Promise<string | undefined>, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const end = (peer: string | undefined) => {
        cancel();
        this.#waiting.delete(look);
        signal.removeEventListener('abort', stop);
        resolve(peer);
      };
      const stop = () => end(undefined);
      const look = () => void find().then((peer) => peer !== undefined && end(peer), reject);
      const cancel = this.#clock.after(patienceMs, stop);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.add(look);
    });
  }
}

function listPayload(places: Places<PageFiles>): Uint8Array {
  const mediaIds = [...new Set([...places.values()].flatMap(({ about }) => about.mediaIds))].sort();
  return changePayload({ snapshot: true, resource: { case: key, value: { mediaIds } } });
}
