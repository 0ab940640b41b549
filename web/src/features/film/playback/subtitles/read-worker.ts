import { readFile, type SubtitleFile } from './read-file.ts';

/** Reads a large file outside of the page's thread. */
self.onmessage = ({ data }: MessageEvent<{ file: SubtitleFile; encoding: string | undefined }>) =>
  self.postMessage(readFile(data.file, data.encoding));
