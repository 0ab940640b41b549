import type { Plugin } from 'vite';

/**
 * The parts of a room in the order in which they are shown. Each loads with its imports, in as few files as possible.
 */
const stages = [
  { name: 'room', pages: /web\/src\/pages\/room\/(room-page|guest-room)\.tsx$/ },
  {
    name: 'room-panels',
    pages: /web\/src\/features\/(library\/library\/playlist|people\/members\/members)-panel\.tsx$/,
  },
];
/** The start page. It must not load modules that only other pages share with rooms. */
const homePage = /web\/src\/features\/lobby\/rooms\/home-page\.tsx$/;

/**
 * Puts the modules of a room's first screen into one file, and those of its panels into another. Modules that other
 * pages need too get files of their own. By default a bundler makes one file for each set of pages that share a module.
 * A room then had fifty files. Browsers ask for six at a time, so on a phone the last file came a second after the
 * first.
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
  // An earlier file takes along the modules of later files that its own modules import.
  const files = ['room-and-home', ...stages.flatMap(({ name }) => [`${name}-shared`, name])];
  const groups = files.map((name, index) => ({
    name,
    test: (id: string) => names.get(id) === name,
    priority: 1 - (index + 1) / (files.length + 1),
  }));
  return { plugin, groups };
}

/** `start`, and all that `next` reaches from there. */
function reach(start: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(start);
  for (const id of found) for (const target of next(id)) found.add(target);
  return found;
}
