import { expect, test } from 'vitest';
import { readFileName } from './file-name.ts';
import { shownTitle } from './shown-title.ts';

/** Names as files have them, and how they are shown. */
const episodes: readonly (readonly [string, string])[] = [
  ['Show.Name.S01E02.1080p.WEB-DL.x264-GRP.mkv', 'Show Name · S1 E2'],
  ['Show.Name.S01E02.The.Title.720p.HDTV.x264-GRP.mkv', 'Show Name · S1 E2 · The Title'],
  ['show.name.s01e02.mkv', 'show name · S1 E2'],
  ['Show.Name.2019.S01E02.1080p.WEB.H264-GRP', 'Show Name · S1 E2'],
  ['Show Name (2019) - S01E02 - The Title.mkv', 'Show Name · S1 E2 · The Title'],
  ['Show Name (2019) - S01E02 - The Title (1080p BluRay x265 GRP).mkv', 'Show Name · S1 E2 · The Title'],
  ['Show - 1x02 - Title', 'Show · S1 E2 · Title'],
  ['Show - 1x02 - Title.avi', 'Show · S1 E2 · Title'],
  ['show.1x02.title.hdtv.xvid-grp.avi', 'show · S1 E2 · title'],
  ['Show 10x101', 'Show · S10 E101'],
  ['Show 1x02-03', 'Show · S1 E2–3'],
  ['[Group] Show - 07 [1080p]', 'Show · E7'],
  ['[Group] Show Name - 07 [1080p][ABCD1234].mkv', 'Show Name · E7'],
  ['[Group]_Show_Name_-_07_[720p].mkv', 'Show Name · E7'],
  ['[Group] Show Name - 07v2 (1080p) [ABCD1234].mkv', 'Show Name · E7'],
  ['[Group] Show Name S2 - 07 [1080p].mkv', 'Show Name S2 · E7'],
  ['[Group] Show Name - 01-02 [1080p].mkv', 'Show Name · E1–2'],
  ['[Group] Show Name - 1071 (1080p).mkv', 'Show Name · E1071'],
  ['[Group] Show Name - S02E05 - Title [1080p].mkv', 'Show Name · S2 E5 · Title'],
  ['Show S01E01-E02', 'Show · S1 E1–2'],
  ['Show.S01E01E02.720p.mkv', 'Show · S1 E1–2'],
  ['Show S01E01-02 Pilot', 'Show · S1 E1–2 · Pilot'],
  ['Show s1 e2', 'Show · S1 E2'],
  ['Show S1.E2', 'Show · S1 E2'],
  ['Show_Name_S03E11_Title.mp4', 'Show Name · S3 E11 · Title'],
  ['Show.S00E05.Special.mkv', 'Show · S0 E5 · Special'],
  ['Show.S2019E04.mkv', 'Show · S2019 E4'],
  ['Show.S01E02-GRP.mkv', 'Show · S1 E2'],
  ['Show.S01E02.GERMAN.DL.1080p.WEB.x264-GRP', 'Show · S1 E2'],
  ['Show.S01E02.Titel.German.DUBBED.DL.1080p.BluRay.x264-GRP', 'Show · S1 E2 · Titel'],
  ['Show.S01E02.Title.REPACK.2160p.AMZN.WEB-DL.DDP5.1.HDR.HEVC-GRP', 'Show · S1 E2 · Title'],
  ['Mr. Show - S01E02 - Dr. Who', 'Mr. Show · S1 E2 · Dr. Who'],
  ["It's a Show - S01E02 - What?!", "It's a Show · S1 E2 · What?!"],
  ['9-1-1 - S02E03 - Help is Not Coming', '9-1-1 · S2 E3 · Help is Not Coming'],
  ['24.S01E01.mkv', '24 · S1 E1'],
  ['1883.S01E01.1080p.WEB.H264-GRP', '1883 · S1 E1'],
  ['Show Season 1 Episode 2', 'Show · S1 E2'],
  ['Show - Season 1, Episode 2 - Title', 'Show · S1 E2 · Title'],
  ['Show - Episode 12', 'Show · E12'],
  ['Serie - Staffel 1 Folge 2 - Der Titel', 'Serie · S1 E2 · Der Titel'],
  ['Die Serie Folge 12.mp4', 'Die Serie · E12'],
  ['La Série - Saison 2 Épisode 3', 'La Série · S2 E3'],
  ['La serie - Temporada 1 Capítulo 4', 'La serie · S1 E4'],
  ['Сериал - Сезон 1 Серия 2', 'Сериал · S1 E2'],
  ['Сериал 1 сезон 2 серия.mkv', 'Сериал · S1 E2'],
  ['Сериал.S01E02.Название.1080p.mkv', 'Сериал · S1 E2 · Название'],
  ['Сериал серия 5', 'Сериал · E5'],
  ['作品名 第2話 「タイトル」.mkv', '作品名 · E2 · タイトル'],
  ['作品名 第2期 第3話.mp4', '作品名 · S2 E3'],
  ['电视剧 第1季第2集.mp4', '电视剧 · S1 E2'],
  ['电视剧第12集.mp4', '电视剧 · E12'],
  ['مسلسل S01E02.mp4', 'مسلسل · S1 E2'],
  ['Talk.Show.2024.03.15.Some.Guest.1080p.WEB.h264-GRP', 'Talk Show · 2024-03-15 · Some Guest'],
  ['Talk Show 2024-03-15', 'Talk Show · 2024-03-15'],
  ['The Daily - 2024-03-15 - Guest', 'The Daily · 2024-03-15 · Guest'],
];

const films: readonly (readonly [string, string])[] = [
  ['Film (1984) 1080p BluRay', 'Film (1984)'],
  ['Film (1984).mkv', 'Film (1984)'],
  ['Film.1984.1080p.BluRay.x264-GRP.mkv', 'Film (1984)'],
  ['A.Film.of.Words.2011.German.DL.1080p.BluRay.x264-GRP', 'A Film of Words (2011)'],
  ['2001 A Space Film (1968)', '2001 A Space Film (1968)'],
  ['Runner.2049.2017.2160p.UHD.BluRay.mkv', 'Runner 2049 (2017)'],
  ['1917.2019.1080p.mkv', '1917 (2019)'],
  ['Фильм (1979) BDRip', 'Фильм (1979)'],
  ['映画 (1954).mkv', '映画 (1954)'],
  ['Film [1984] [1080p]', 'Film (1984)'],
];

/** Names that say nothing certain. */
const plain = [
  'Holiday',
  'film.mkv',
  '1984.mkv',
  '2012.1080p.mkv',
  'S01E02.mkv',
  'Apollo - 13',
  'Star Film Episode 4 A Hope',
  'video 1920x1080.mp4',
  'Clip 16x9',
  'x264 sample',
  'Screen 2024-03-15 12-30-11.mkv',
  '2024-03-15 12.30.11.mp4',
  'Talk 2024-13-45',
  'Best of 2019',
  'IMG_20240315_123011.mp4',
  'Ocean 11',
  '',
  ' ',
  'https://example.org/a/film',
  'MASH4077E12',
];

test.each([...episodes, ...films])('[WSE1] [WSE2] %s is shown as %s', (name, shown) => {
  expect(shownTitle(name)).toBe(shown);
});

test.each(plain)('[WSE1] [WSE2] "%s" stays as it is', (name) => {
  expect(shownTitle(name)).toBe(name);
});

test('[WSE1] a name tells its parts, each as what it is', () => {
  expect(readFileName('Show Name (2019) - S01E02-E03 - The Title.mkv')).toEqual({
    kind: 'episode',
    series: 'Show Name',
    season: 1,
    first: 2,
    last: 3,
    title: 'The Title',
    year: 2019,
  });
  expect(readFileName('Film.1984.720p.mkv')).toEqual({ kind: 'film', title: 'Film', year: 1984 });
});

test('[WSE1] a name that is longer than those of files is not read', () => {
  expect(readFileName(`${'Show '.repeat(100)}S01E02`)).toBeUndefined();
});
