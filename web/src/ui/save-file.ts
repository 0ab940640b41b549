/** Offers a text as a file of this name. It never leaves the browser. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  downloadFrom(url, name);
  URL.revokeObjectURL(url);
}

/** Downloads the file at an address of this page or server. `name` is empty: the server names the file. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
