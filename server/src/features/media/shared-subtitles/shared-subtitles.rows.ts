import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'SharedSubtitlesService.ListSharedSubtitles';
const share = 'SharedSubtitlesService.ShareSubtitles';
const get = 'SharedSubtitlesService.GetSharedSubtitles';
const remove = 'SharedSubtitlesService.DeleteSharedSubtitles';
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
const nowhere = `sub_${'0'.repeat(26)}`;

export const sharedSubtitlesRows: Row[] = [
  { name: '[SA1] a room begins with none', as: 'member', call: list, expect: { ok: { shared_subtitles: [] } } },
  { name: '[SA1] strangers do not see them', as: 'stranger', call: list, expect: { error: 'call.not_a_member' } },
  {
    name: '[SA2] for an item of the room',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { name: 'film', source: { direct_url: { url: 'https://films.test/film.mp4' } } },
    expect: { ok: {} },
    keep: { subtitled: 'media.id' },
  },
  {
    name: '[SA2] a member gives subtitles',
    as: 'member',
    call: share,
    request: (w) => ({ media_id: w.kept.subtitled!, name: 'film.en.srt', language: 'en', text: srt }),
    expect: {
      ok: (w) => ({
        shared_subtitles: {
          room_id: w.room,
          media_id: w.kept.subtitled!,
          creator_id: w.member.id,
          name: 'film.en.srt',
          language: 'en',
        },
      }),
    },
    keep: { subtitles: 'shared_subtitles.id' },
  },
  {
    name: '[SA3] not without any in them',
    as: 'member',
    call: share,
    request: (w) => ({ media_id: w.kept.subtitled!, name: 'film.txt', text: 'no subtitles' }),
    expect: { error: 'shared_subtitles.unreadable' },
  },
  {
    name: '[SA2] nor for an item that is not there',
    as: 'member',
    call: share,
    request: { media_id: `med_${'0'.repeat(26)}`, name: 'film.srt', text: srt },
    expect: { error: 'shared_subtitles.item_not_found' },
  },
  {
    name: '[SA2] nor without a name',
    as: 'member',
    call: share,
    request: (w) => ({ media_id: w.kept.subtitled!, name: '', text: srt }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[SA1] everybody sees which there are',
    as: 'owner',
    call: list,
    expect: { ok: { shared_subtitles: [{ name: 'film.en.srt' }] } },
  },
  {
    name: '[SA1] and reads them',
    as: 'owner',
    call: get,
    request: (w) => ({ subtitles_id: w.kept.subtitles! }),
    expect: { ok: { text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n' } },
  },
  {
    name: '[SA1] where they are',
    as: 'owner',
    call: get,
    request: { subtitles_id: nowhere },
    expect: { error: 'shared_subtitles.not_found' },
  },
  {
    name: '[SA4] another one gives some',
    as: 'owner',
    call: share,
    request: (w) => ({ media_id: w.kept.subtitled!, name: 'other.srt', text: srt }),
    expect: { ok: {} },
    keep: { others: 'shared_subtitles.id' },
  },
  {
    name: '[SA4] others do not take them back',
    as: 'member',
    call: remove,
    request: (w) => ({ subtitles_id: w.kept.others! }),
    expect: { error: 'shared_subtitles.not_yours' },
  },
  {
    name: '[SA4] those who may delete items do',
    as: 'owner',
    call: remove,
    request: (w) => ({ subtitles_id: w.kept.subtitles! }),
    expect: { ok: {} },
  },
  {
    name: '[SA4] once',
    as: 'owner',
    call: remove,
    request: (w) => ({ subtitles_id: w.kept.subtitles! }),
    expect: { error: 'shared_subtitles.not_found' },
  },
];
