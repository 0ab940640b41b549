import type { Feature } from '../../feature.ts';
import type { OpenRoom, OpenRooms } from '../../rooms/rooms/rooms.port.ts';
import { type Facts, pictureOf } from './picture.ts';
import { makePictures } from './pictures.ts';

interface Parts {
  readonly openRooms: OpenRooms;
  readonly settings: { readonly server: { readonly name: string } };
}

/** Describes a room for previews of its link in messengers. */
export function linkPreviewsFeature({ openRooms, settings }: Parts): Feature {
  const draw = makePictures();
  const find = ({ roomId = '' }: Readonly<Record<string, string>>) => openRooms.find(roomId);
  return {
    name: 'link-previews',
    previewedPages: [
      {
        path: '/r/:roomId',
        /** [LP5] */
        asksFor: ({ roomId }) => ['/api/public/settings', `/api/rooms/${roomId}/discovery`],
        /** [LP1] */
        async read(params) {
          const room = await find(params);
          return room && { title: room.name, description: sentenceOf(room) };
        },
        /** [LP2] */
        async draw(params) {
          const room = await find(params);
          return room && draw(pictureOf(factsOf(room, settings.server.name)));
        },
      },
    ],
  };
}

/** In English, because messengers do not send their reader's language. */
function sentenceOf({ creatorName, nowPlaying, onlineCount, startsAt }: OpenRoom): string {
  const playing = nowPlaying === undefined ? '' : ` Now playing: ${nowPlaying}.`;
  const people = onlineCount === 0 ? '' : onlineCount === 1 ? ' 1 person is here.' : ` ${onlineCount} people are here.`;
  const start = startsAt === undefined ? '' : ` Starts on ${utcOf(startsAt)}.`;
  return `${creatorName} invites you to watch together.${start}${playing}${people}`;
}

const words = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `Friday, 27 November 2026 at 19:00 UTC`. In UTC, because messengers do not send their reader's time zone. */
function utcOf(date: Date): string {
  const { weekday, day, month, year, hour, minute } = Object.fromEntries(
    words.formatToParts(date).map(({ type, value }) => [type, value]),
  );
  return `${weekday}, ${day} ${month} ${year} at ${hour}:${minute} UTC`;
}

/** Rounds to minutes, so that the picture is drawn at most once a minute. */
function factsOf({ progress, ...room }: OpenRoom, siteName: string): Facts {
  const { positionSeconds = 0, durationSeconds = 0 } = progress ?? {};
  const [minutes, ofMinutes] = [Math.floor(positionSeconds / 60), Math.ceil(durationSeconds / 60)];
  return { ...room, siteName, progress: ofMinutes > 0 ? { minutes, ofMinutes } : undefined };
}
