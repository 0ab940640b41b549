import { SaxesParser } from 'saxes';

/** Longest feed that is read, in bytes, and most episodes. */
const maxBytes = 5_000_000;
const maxEpisodes = 5_000;

/** The title and the episodes of a feed (RSS 2.0), newest first as the feed has them. Undefined: it is none. */
export async function readFeed(body) {
  const parser = new SaxesParser();
  const feed = { title: '', episodes: [] };
  const path = [];
  let isFeed = false;
  let episode;
  let text = '';
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    text = '';
    if (path.length === 1) isFeed = name === 'rss';
    if (name === 'item') episode = {};
    if (name === 'enclosure' && episode) episode.url = attributes.url;
  });
  for (const kind of ['text', 'cdata'])
    parser.on(kind, (part) => {
      text = (text + part).slice(0, 1_000);
    });
  parser.on('closetag', ({ name }) => {
    path.pop();
    const value = text.trim();
    text = '';
    if (name === 'title' && path.at(-1) === 'channel') feed.title = value;
    if (!episode) return;
    if (name === 'title') episode.title = value;
    if (name === 'guid') episode.id = value;
    if (name === 'pubDate') episode.date = Date.parse(value) || undefined;
    if (name === 'itunes:duration') episode.seconds = secondsOf(value);
    if (name !== 'item') return;
    const id = episode.id || episode.url;
    if (/^https?:/.test(episode.url ?? '') && feed.episodes.length < maxEpisodes)
      feed.episodes.push({ ...episode, id, title: episode.title || id });
    episode = undefined;
  });
  let length = 0;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) return undefined;
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.close();
  } catch {
    return undefined;
  }
  return isFeed ? feed : undefined;
}

/** `1:02:03`, `62:03` or `3723`, in seconds. */
function secondsOf(text) {
  if (!/^\d{1,6}(:\d{1,2}){0,2}$/.test(text)) return undefined;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
