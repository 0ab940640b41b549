/** The addresses to which pages send pieces of files. [MFL3] [MFL4] */
import type { ByteAnswer, ByteRoute, ByteUpload } from '../../../kernel/http/byte-routes.ts';
import { makeAtOnce } from '../../../kernel/queues/at-once.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import { memberFileErrors } from './member-files.errors.ts';
import { type PassingOn, passedPath } from './passing-on.ts';
import { mostPieceBytes, type Pieces } from './pieces.ts';

/** Most concurrent pieces from one person to this process, over several files and pages. */
const mostAtOnce = 16;

interface Parts {
  readonly pieces: Pick<Pieces, 'find'>;
  readonly passing: Pick<PassingOn, 'offer' | 'serve'>;
  readonly sessions: Pick<Sessions, 'authenticate'>;
}

export function pieceRoutes({ pieces, passing, sessions }: Parts): ByteRoute[] {
  const atOnce = makeAtOnce(mostAtOnce, () => memberFileErrors.too_many_pieces({ retryAfterSeconds: 1 }));

  /** The signed-in user. @throws AppError */
  async function senderOf(request: ByteUpload): Promise<string> {
    const principal = await sessions.authenticate(request.bearer ?? '').catch(async (cause) => {
      await request.spend();
      throw cause;
    });
    if (principal.kind !== 'user') throw memberFileErrors.not_yours();
    await request.spend(principal.userId);
    return principal.userId;
  }

  async function take(request: ByteUpload): Promise<ByteAnswer> {
    const { params, contentLength: length, body } = request;
    const { roomId = '', mediaId = '', requestId = '' } = params;
    const userId = await senderOf(request);
    if (length === undefined || length < 1 || length > mostPieceBytes) throw memberFileErrors.wrong_length();
    const wanted = pieces.find(requestId);
    if (wanted) {
      const { file } = wanted;
      const isTheirs = file.adderId === userId && file.roomId === roomId && file.mediaId === mediaId;
      if (!isTheirs) throw memberFileErrors.unknown_piece();
      if (wanted.length !== length) throw memberFileErrors.wrong_length();
      await atOnce(userId, () => wanted.take(body));
    } else await atOnce(userId, () => passing.offer({ requestId, userId, roomId, mediaId, length }, body));
    return { status: 204, headers: {} };
  }

  return [
    {
      name: 'piece of a file of a member',
      path: '/api/rooms/{roomId}/member-files/{mediaId}/ranges/{requestId}',
      open: async (request) => {
        await request.spend();
        throw memberFileErrors.unknown_piece();
      },
      put: { name: 'piece of a file of a member', take },
    },
    {
      name: 'piece of a file for another process',
      path: passedPath,
      open: async (request) => passing.serve(request),
    },
  ];
}
