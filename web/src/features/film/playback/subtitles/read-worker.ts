import { readFile, type SubtitleFile } from './read-file.ts';

/** Reads a large file beside the page, which goes on meanwhile. */
self.onmessage = ({ data }: MessageEvent<{ file: SubtitleFile; encoding: string | undefined }>) =>
  self.postMessage(readFile(data.file, data.encoding));
