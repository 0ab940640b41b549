import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const list = fileURLToPath(new URL('../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url));
const imported = /^import \{([^}]*)\} from 'lucide-react';$/m;

/**
 * Makes each module import its icons from their own files. Through the package's list, every module would seem to need
 * all icons, and the bundler could not tell which screens share an icon.
 */
export function directIcons(): Plugin {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(list, 'utf8').matchAll(
    /^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/gm,
  )) {
    for (const name of names.split(',')) files.set(name.replace('default as', '').trim(), file);
  }
  const lineOf = (name: string): string => {
    const file = files.get(name);
    return file ? `import ${name} from 'lucide-react/icons/${file}';` : `import { ${name} } from 'lucide-react';`;
  };
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      const [statement, names] = imported.exec(code) ?? [];
      if (!statement || !names) return;
      const lines = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map(lineOf);
      // One line replaces one line, so that line numbers stay the same.
      return { code: code.replace(statement, lines.join(' ')), map: null };
    },
  };
}
