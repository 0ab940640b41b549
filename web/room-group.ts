import type { Plugin } from 'vite';

/** What a person meets one after the other. Each brings with it what it imports, in as few files as can be. */
const stages = [
  { name: 'room', pages: /web\/src\/pages\/room\/(room-page|guest-room)\.tsx$/ },
  {
    name: 'room-panels',
    pages: /web\/src\/features\/(library\/library\/playlist|people\/members\/members)-panel\.tsx$/,
  },
];
/** The start page, which must not load what other pages share with rooms. */
const homePage = /web\/src\/features\/lobby\/rooms\/home-page\.tsx$/;

/**
 * Puts what the screen of a room needs at first, and what its panels need, into a file each, and into another one what other pages
 * need too. A bundler left alone makes a file for each set of pages that share a module. Those were fifty for a room, and as browsers
 * ask for six at a time, the last one came a second after the first on a phone.
 */
export function makeRoomGroup() {
  const names = new Map<string, string>();

  const plugin: Plugin = {
    name: 'room-group',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const isPage = (id: string) => stages.some(({ pages }) => pages.test(id));
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const loadsOf = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      const atHome = reach(
        ids.filter((id) => homePage.test(id)),
        importsOf,
      );
      names.clear();
      for (const { name, pages } of stages) {
        const elsewhere = reach(
          ids.filter((id) => this.getModuleInfo(id)?.isEntry),
          (id) => (pages.test(id) ? [] : [...importsOf(id), ...loadsOf(id)]),
        );
        for (const id of reach(
          ids.filter((each) => pages.test(each)),
          importsOf,
        )) {
          if (isPage(id) || names.has(id)) continue;
          if (atHome.has(id)) names.set(id, 'room-and-home');
          else names.set(id, elsewhere.has(id) ? `${name}-shared` : name);
        }
      }
    },
  };
  // Where modules of a file are imported by those of an earlier one, that one takes them along.
  const files = ['room-and-home', ...stages.flatMap(({ name }) => [`${name}-shared`, name])];
  const groups = files.map((name, index) => ({
    name,
    test: (id: string) => names.get(id) === name,
    priority: 1 - (index + 1) / (files.length + 1),
  }));
  return { plugin, groups };
}

/** All that is reached by `next` from `start`, with `start`. */
function reach(start: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(start);
  for (const id of found) for (const target of next(id)) found.add(target);
  return found;
}
