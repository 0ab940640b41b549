import { File, FileArchive, FileImage, FileMusic, FileSpreadsheet, FileText, FileVideo } from 'lucide-react';

/** The icon of a kind of file. */
export function FileIcon({ type, className }: { readonly type: string; readonly className?: string }) {
  const Icon = iconOf(type);
  return <Icon aria-hidden="true" className={className} />;
}

function iconOf(type: string) {
  if (type.startsWith('image/')) return FileImage;
  if (type.startsWith('audio/')) return FileMusic;
  if (type.startsWith('video/')) return FileVideo;
  if (/zip|tar|compressed|rar|zstd|x-xz/.test(type) && !type.includes('epub')) return FileArchive;
  if (/sheet|excel|csv/.test(type)) return FileSpreadsheet;
  return /^text\/|pdf|word|document|rtf|epub|json|presentation|powerpoint/.test(type) ? FileText : File;
}
