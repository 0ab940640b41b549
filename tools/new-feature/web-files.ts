import type { Language } from '../../contract/src/languages.ts';
import type { Names } from './names.ts';

/** The web app's side of the feature, by path. */
export function webFiles(names: Names): Record<string, string> {
  const { folder, webWing } = names;
  const at = `web/src/features/${webWing}/${folder}`;
  return {
    [`${at}/resources.ts`]: resources(names),
    [`${at}/${folder}-panel.tsx`]: panel(names),
    [`${at}/room-entry.tsx`]: entry(names),
    [`${at}/${folder}.browser.test.ts`]: browserTest(names),
    ...textFiles(at, names),
  };
}

function resources({ camel, snake, words }: Names): string {
  return `import { defineResource, putAll } from '../../../client/room/resource.ts';

/** The ${words} of the room. */
export const ${camel} = defineResource({
  observe: '${camel}',
  changed: '${camel}',
  merge: (held, change, isSnapshot) => ({
    ${snake}: isSnapshot ? change.${snake} : putAll(held?.${snake} ?? [], change.${snake}),
  }),
});
`;
}

function panel(names: Names): string {
  return `${panelOfList(names)}
${form(names)}`;
}

function panelOfList({ title, item, itemCamel, camel, snake, folder, words }: Names): string {
  return `import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { ${camel} } from './resources.ts';

/** The ${words} of the room, and a form that makes one. */
export function ${title}Panel() {
  const { t } = useTranslation('${folder}');
  const { room, self } = useRoom();
  const all = useResource(room, ${camel})?.${snake};
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <ScrollRegion label={t('title')} className="p-3">
        {all?.length === 0 && <p className="p-3 text-center text-muted">{t('none')}</p>}
        <ul className="grid gap-2">
          {all?.map((${itemCamel}) => (
            <li key={${itemCamel}.id} className="wrap-anywhere" dir="auto">
              {${itemCamel}.text}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {self.role !== 'guest' && <Create${item} />}
    </section>
  );
}
`;
}

function form({ title, item, folder }: Names): string {
  return `function Create${item}() {
  const { t } = useTranslation('${folder}');
  const errorText = useErrorText('${folder}');
  const { room } = useRoom();
  const [text, setText] = useState('');
  const create = useMutation({
    mutationFn: () => room.api.call('${title}Service.Create${item}', { room_id: room.roomId, text: text.trim() }),
    onSuccess: () => setText(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit} className="grid shrink-0 gap-2 border-t border-border p-3">
      <TextField
        label={t('text')}
        maxLength={200}
        dir="auto"
        value={text}
        error={create.error ? errorText(create.error) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('create')}</Button>
    </form>
  );
}
`;
}

function entry({ title, camel, folder }: Names): string {
  return `import { useTranslation } from '../../../texts/use-translation.ts';
import type { RoomEntry, RoomTab } from '../../../room/room-entry.ts';
import { ${title}Panel } from './${folder}-panel.tsx';
import { ${camel} } from './resources.ts';

function useTab(): RoomTab {
  return { label: useTranslation('${folder}').t('title') };
}

export const roomEntry: RoomEntry = {
  namespace: '${folder}',
  order: 50,
  resources: [${camel}],
  panel: { useTab, Content: ${title}Panel },
};
`;
}

interface Words {
  readonly title: string;
  readonly none: string;
  readonly text: string;
  readonly create: string;
}

/** Words that fit every feature, because nobody can decline an English name. */
const translated: Readonly<Record<Exclude<Language, 'en'>, Words>> = {
  de: { title: 'Einträge', none: 'Noch keine Einträge', text: 'Neuer Eintrag', create: 'Anlegen' },
  es: { title: 'Entradas', none: 'Aún no hay entradas', text: 'Nueva entrada', create: 'Crear' },
  fr: { title: 'Entrées', none: 'Aucune entrée pour l’instant', text: 'Nouvelle entrée', create: 'Créer' },
  'pt-BR': { title: 'Entradas', none: 'Nenhuma entrada ainda', text: 'Nova entrada', create: 'Criar' },
  'zh-Hans': { title: '条目', none: '还没有条目', text: '新条目', create: '创建' },
  ja: { title: '項目', none: '項目はまだありません', text: '新しい項目', create: '作成' },
  ar: { title: 'الإدخالات', none: 'لا توجد إدخالات بعد', text: 'إدخال جديد', create: 'إنشاء' },
};

function textFiles(at: string, { words, itemWords }: Names): Record<string, string> {
  const english = { title: titleOf(words), none: `No ${words} yet`, text: `New ${itemWords}`, create: 'Create' };
  return Object.fromEntries(
    Object.entries({ en: english, ...translated }).map(([language, texts]) => [
      `${at}/texts.${language}.json`,
      `${JSON.stringify(texts, null, 2)}\n`,
    ]),
  );
}

function titleOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function browserTest({ title, item, folder, rule, words, itemWords }: Names): string {
  return `import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';

describe.skipIf(!hasChromium)('${folder} in the room', () => {
  let server: TestServer;
  let browser: TestBrowser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[${rule}2] what one makes, the other sees at once', async () => {
    const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
    const request = { name: 'Cinema' };
    const { room } = await server.ok({ call: 'UserService.CreateRoom', token: anna.token, request });
    await server.ok({ call: 'UserService.JoinRoom', token: bert.token, request: { room_id: room.id } });
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(\`\${server.url}/r/\${room.id}\`);
    await page.getByRole('tab', { name: '${titleOf(words)}' }).click();
    await page.getByText('No ${words} yet').waitFor();
    const say = { text: 'from bert' };
    await server.ok({ call: '${title}Service.Create${item}', token: bert.token, room: room.id, request: say });
    await page.getByText('from bert').waitFor();
    await page.getByLabel('New ${itemWords}').fill('from anna');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('listitem').filter({ hasText: 'from anna' }).waitFor();
    await expectAccessible(page);
  });
});
`;
}
