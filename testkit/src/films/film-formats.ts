import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerFirst, serveMadeFiles } from '../media.ts';
import { encode } from './encoded.ts';
import { liveLists } from './live-lists.ts';

/** One small film in every format that the player knows, with its subtitles, on a loopback port. */
export interface FilmFormats {
  readonly url: string;
  close(): void;
}

/** Where each format is, below the address. */
export const filmPaths = {
  mp4: 'film.mp4',
  webm: 'film.webm',
  mkv: 'film.mkv',
  flv: 'film.flv',
  hlsTs: 'ts/film.m3u8',
  hlsFmp4: 'fmp4/film.m3u8',
  hlsEncrypted: 'aes/film.m3u8',
  hlsMany: 'many/main.m3u8',
  hlsParts: 'parts/film.m3u8',
  dashTemplate: 'template/film.mpd',
  dashList: 'list/film.mpd',
} as const;

/** Films protected by a key system or with an unknown codec, and files that are not films. */
export const brokenPaths = {
  protectedDash: 'template/protected.mpd',
  protectedHls: 'fmp4/protected.m3u8',
  unknownCodec: 'broken/mpeg2.mkv',
  page: 'broken/page.mp4',
  list: 'broken/list.m3u8',
  mpd: 'broken/film.mpd',
} as const;

/** Lists that grow while they are read: the film as a live stream. */
export const livePaths = { hls: 'live/film.m3u8', hlsMaster: 'live/master.m3u8', dash: 'live/film.mpd' } as const;

/**
 * Makes a film of `seconds`, 320 × 180, with one key frame a second; about three seconds of work for twenty, the first
 * time.
 */
export function makeFilmFormats(seconds: number, answerFirst: AnswerFirst = () => false): Promise<FilmFormats> {
  let made = '';
  const answerLive = liveLists(() => made, seconds / 2);
  return serveMadeFiles(
    (folder) => {
      made = folder;
      const run = (...args: readonly string[]) => encode(folder, args, ['aes/film.key']);
      for (const name of ['ts', 'fmp4', 'aes', 'many', 'parts', 'template', 'list', 'broken'])
        mkdirSync(join(folder, name));
      makeFiles(run, seconds);
      makeHls(run, folder);
      makeDash(run);
      makeSubtitles(folder);
      addSubtitles(folder);
      makeBroken(run, folder);
    },
    (request, response) => answerFirst(request, response) || answerLive(request, response),
  );
}

type Run = (...args: readonly string[]) => void;

/** Frames a second: each one that a page shows costs it, and of fewer the player does not measure each one. */
const rate = 10;

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', `${rate}`, '-sc_threshold', '0'];

function makeFiles(run: Run, seconds: number): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}:duration=${seconds}`];
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`];
  run(...picture, ...tone(440), ...h264, '-c:a', 'aac', '-movflags', '+faststart', 'film.mp4');
  run(...tone(880), '-c:a', 'aac', 'second.m4a');
  run('-i', 'film.mp4', '-c', 'copy', 'film.mkv');
  run('-i', 'film.mp4', '-c', 'copy', '-flvflags', 'add_keyframe_index', 'film.flv');
  run(
    '-i',
    'film.mp4',
    '-c:v',
    'libvpx',
    '-cpu-used',
    '8',
    '-deadline',
    'realtime',
    '-g',
    `${rate}`,
    '-c:a',
    'libopus',
    'film.webm',
  );
}

function makeHls(run: Run, folder: string): void {
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'];
  const fmp4 = ['-hls_segment_type', 'fmp4'];
  run('-i', 'film.mp4', '-c', 'copy', ...hls, '-hls_segment_filename', 'ts/%d.ts', 'ts/film.m3u8');
  run('-i', 'film.mp4', '-c', 'copy', ...hls, ...fmp4, '-hls_segment_filename', 'fmp4/%d.m4s', 'fmp4/film.m3u8');
  writeFileSync(join(folder, 'aes/film.key'), Buffer.from('0123456789abcdef'));
  writeFileSync(join(folder, 'aes/info'), 'film.key\naes/film.key\n');
  run(
    '-i',
    'film.mp4',
    '-c',
    'copy',
    ...hls,
    '-hls_key_info_file',
    'aes/info',
    '-hls_segment_filename',
    'aes/%d.ts',
    'aes/film.m3u8',
  );
  // Two pictures and two languages.
  run(
    ...[
      '-i',
      'film.mp4',
      '-i',
      'second.m4a',
      '-map',
      '0:v',
      '-map',
      '0:v',
      '-map',
      '0:a',
      '-map',
      '1:a',
      '-c:a',
      'copy',
    ],
    ...[...h264, '-s:v:1', '160x90', '-b:v:0', '300k', '-b:v:1', '80k', ...hls, '-master_pl_name', 'main.m3u8'],
    '-var_stream_map',
    'v:0,agroup:sound v:1,agroup:sound a:0,agroup:sound,language:en,name:English,default:yes a:1,agroup:sound,language:de,name:Deutsch',
    ...['-hls_segment_filename', 'many/%v-%d.ts', 'many/%v.m3u8'],
  );
  makeParts(run, folder);
}

/** A list with parts of half a second, as of a low-latency stream that has ended (rfc8216bis, section 4.4.4.9). */
function makeParts(run: Run, folder: string): void {
  run(
    '-i',
    'film.mp4',
    '-c',
    'copy',
    '-f',
    'hls',
    '-hls_time',
    '1',
    '-hls_list_size',
    '0',
    '-hls_segment_type',
    'fmp4',
    '-hls_segment_filename',
    'parts/%d.m4s',
    'parts/whole.m3u8',
  );
  const whole = readFileSync(join(folder, 'parts/whole.m3u8'), 'utf8').split('\n');
  const lines = whole.flatMap((line, index) => {
    if (line.startsWith('#EXT-X-VERSION')) return ['#EXT-X-VERSION:9', '#EXT-X-PART-INF:PART-TARGET=1.1'];
    const [, length] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    const next = whole[index + 1];
    return length ? [`#EXT-X-PART:DURATION=${length},URI="${next}",INDEPENDENT=YES`, line] : [line];
  });
  writeFileSync(join(folder, 'parts/film.m3u8'), lines.join('\n'));
}

function makeDash(run: Run): void {
  const two = [
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-map',
    '1:a',
    '-metadata:s:a:0',
    'language=eng',
    '-metadata:s:a:1',
    'language=deu',
  ];
  const sets = ['-adaptation_sets', 'id=0,streams=0 id=1,streams=1 id=2,streams=2'];
  const dash = ['-c', 'copy', '-f', 'dash', '-seg_duration', '2', ...sets];
  const input = ['-i', 'film.mp4', '-i', 'second.m4a'];
  run(...input, ...two, ...dash, '-use_template', '1', '-use_timeline', '0', 'template/film.mpd');
  run(...input, ...two, ...dash, '-use_template', '0', '-use_timeline', '0', 'list/film.mpd');
}

function makeSubtitles(folder: string): void {
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), lines.join('\n'));
  write('film.vtt', ['WEBVTT', '', '00:00.000 --> 01:00.000', 'from <i>VTT</i>']);
  write('film.srt', ['1', '00:00:00,000 --> 00:01:00,000', 'from <b>SRT</b>', '']);
  write('film.ass', [
    '[Script Info]',
    'ScriptType: v4.00+',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize',
    'Style: Default,Arial,20',
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    'Dialogue: 0,0:00:00.00,0:01:00.00,Default,,0,0,0,,{\\i1}from{\\i0} ASS\\Nwith, a comma',
  ]);
}

/** Subtitles inside of a list of HLS and of an MPD, as their segments and as one file. */
function addSubtitles(folder: string): void {
  const change = (name: string, to: (text: string) => string) =>
    writeFileSync(join(folder, name), to(readFileSync(join(folder, name), 'utf8')));
  const vtt = (text: string) =>
    `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00.000 --> 01:00.000\n${text}\n`;
  for (const [language, text] of [
    ['en', 'of the <i>list</i>'],
    ['fr', 'de la liste'],
  ] as const) {
    writeFileSync(join(folder, `many/${language}.vtt`), vtt(text));
    const list = [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:60',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXTINF:60,',
      `${language}.vtt`,
      '#EXT-X-ENDLIST',
    ];
    writeFileSync(join(folder, `many/${language}.m3u8`), list.join('\n'));
  }
  const media = (name: string, language: string) =>
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="texts",NAME="${name}",LANGUAGE="${language}",URI="${language}.m3u8"\n`;
  change(filmPaths.hlsMany, (text) =>
    text
      .replace('#EXT-X-STREAM-INF', `${media('Spoken words', 'en')}${media('Paroles', 'fr')}#EXT-X-STREAM-INF`)
      .replace(/(#EXT-X-STREAM-INF:.*)/g, '$1,SUBTITLES="texts"'),
  );
  writeFileSync(join(folder, 'template/fr.vtt'), vtt('de l’index').replace(/X-TIME.*\n/, ''));
  const set =
    '<AdaptationSet contentType="text" mimeType="text/vtt" lang="fr"><Representation id="fr" bandwidth="100"><BaseURL>fr.vtt</BaseURL></Representation></AdaptationSet>';
  change(filmPaths.dashTemplate, (text) => text.replace('</Period>', `${set}</Period>`));
}

/** Lists that name the key system of Widevine, and bodies that are not films. */
function makeBroken(run: Run, folder: string): void {
  const keySystem = 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed';
  const rewrite = (from: string, to: string, change: (text: string) => string) =>
    writeFileSync(join(folder, to), change(readFileSync(join(folder, from), 'utf8')));
  const keys = `<ContentProtection schemeIdUri="${keySystem}"/>`;
  rewrite(filmPaths.dashTemplate, brokenPaths.protectedDash, (text) =>
    text.replace(/<AdaptationSet [^>]*>/g, (tag) => `${tag}${keys}`),
  );
  const key = `#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYFORMAT="${keySystem}",KEYFORMATVERSIONS="1"`;
  rewrite(filmPaths.hlsFmp4, brokenPaths.protectedHls, (text) => text.replace('#EXT-X-MAP', `${key}\n#EXT-X-MAP`));
  run('-i', 'film.mp4', '-t', '2', '-r', '25', '-c:v', 'mpeg2video', '-an', brokenPaths.unknownCodec);
  writeFileSync(join(folder, brokenPaths.page), '<!doctype html><title>Sign in</title>');
  writeFileSync(join(folder, brokenPaths.list), '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST\n');
  writeFileSync(join(folder, brokenPaths.mpd), '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>');
}
