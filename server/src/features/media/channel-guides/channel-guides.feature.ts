import { ChannelGuidesService } from '@matinee/contract/gen/service/client/channel_guides_service_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { handleMember } from '../../../kernel/handler.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Feature } from '../../feature.ts';
import { type ChannelGuideParts, makeChannelGuide } from './channel-guides.service.ts';
import * as store from './channel-guides.store.ts';
import { type GuideParts, makeGuides } from './guides.ts';

/** Guides deleted by one statement, and how long after their end, in milliseconds. */
const mostDeleted = 20;
const keptMs = 24 * 60 * 60_000;
const cleanEveryMs = 60 * 60_000;

/** The current and next programmes on the channels of rooms. */
export function channelGuidesFeature(parts: GuideParts & ChannelGuideParts): Feature {
  const { db, clock, log } = parts;
  const guides = makeGuides(parts);
  const clean = () => store.deleteEnded(db.query(), dateOf(clock.nowMs() - keptMs), mostDeleted);
  return {
    name: 'channel-guides',
    tables: ['programme_guides', 'guide_channels'],
    bindings: [handleMember(ChannelGuidesService.method.getChannelGuide, makeChannelGuide(parts, guides).get)],
    parts: [
      { name: 'reading of programme guides', stop: () => guides.stop() },
      makeWorker({
        ...{ name: 'cleaning of programme guides', clock, log },
        ...{ periodMs: cleanEveryMs, work: clean, runsAtStart: false },
      }),
    ],
  };
}
