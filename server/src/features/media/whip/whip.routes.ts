/** The addresses of WHIP: one to begin a session at, and one for each session (RFC 9725). [WH1]–[WH5] */

import type { Refusal } from '../../../drivers/rtmp/session.ts';
import { readOffer } from '../../../drivers/webrtc/offer.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { ByteAnswer, ByteRoute, ByteUpload } from '../../../kernel/http/byte-routes.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { offerIn, offerType, sessionBegun, sessionEnded } from './offers.ts';
import type { SessionNames } from './session-names.ts';
import { whipErrors } from './whip.errors.ts';
import type { whipSettings } from './whip.settings.ts';
import type { WhipSessions } from './whip-sessions.ts';

export interface WhipRouteParts {
  readonly settings: SettingValues<typeof whipSettings>;
  readonly sessions: WhipSessions;
  readonly names: SessionNames;
}

/** Below the base path of the server. */
export const whipPath = '/api/whip';

const refusals: Readonly<Record<Refusal, () => AppError>> = {
  bad_name: whipErrors.bad_key,
  taken: whipErrors.taken,
  unavailable: () => whipErrors.too_many({ retryAfterSeconds: 10 }),
};

export function whipRoutes(parts: WhipRouteParts): ByteRoute[] {
  const nothing = async () => {
    throw whipErrors.no_session();
  };
  return [
    {
      name: 'beginning of a WHIP session',
      path: `${whipPath}/{roomId}`,
      open: nothing,
      protocol: {
        name: 'beginning of a WHIP session',
        methods: ['POST'],
        acceptPost: offerType,
        answer: (request) => begin(parts, request),
      },
    },
    {
      name: 'WHIP session',
      path: `${whipPath}/{roomId}/{session}`,
      open: nothing,
      protocol: { name: 'end of a WHIP session', methods: ['DELETE'], answer: (request) => end(parts, request) },
    },
  ];
}

/** @throws AppError */
async function begin({ settings, sessions, names }: WhipRouteParts, request: ByteUpload): Promise<ByteAnswer> {
  await request.spend();
  if (!settings.enabled) throw whipErrors.switched_off();
  const { bearer: key, params } = request;
  const { roomId = '' } = params;
  if (key === undefined) throw whipErrors.bad_key();
  const offer = await offerIn(request, readOffer, whipErrors);
  const begun = await sessions.begin({ roomId, key, offer });
  if (typeof begun === 'string') throw refusals[begun]();
  if (request.signal.aborted) begun.end();
  const name = names.make(roomId, begun.generationId, key);
  return sessionBegun(begun.answer, `${roomId}/${name}`, begun.generationId);
}

/** @throws AppError */
async function end({ sessions, names }: WhipRouteParts, request: ByteUpload): Promise<ByteAnswer> {
  await request.spend();
  const { bearer: key, params } = request;
  const { roomId = '', session = '' } = params;
  if (key === undefined) throw whipErrors.bad_key();
  const generationId = names.read(roomId, session, key);
  if (generationId === undefined) throw whipErrors.bad_key();
  if (!(await sessions.end(roomId, generationId))) throw whipErrors.no_session();
  return sessionEnded;
}
