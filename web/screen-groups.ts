import type { Plugin } from 'vite';
import { type Graph, loadsSoon } from './module-graph.ts';
import { isTexts, nameTexts } from './text-groups.ts';

/** The script that asks for the first screen, and the module that draws it. */
const early = /web\/src\/app\/early\.ts$/;
const main = /web\/src\/main\.tsx$/;
const page = /web\/src\/pages\//;

/**
 * Puts modules that a screen needs at once into few files. By default a bundler makes one file for each set of screens
 * that share a module. A room then had fifty files. Browsers ask for six at a time, so on a phone the last file came a
 * second after the first. Which screens there are follows from what pages load, and from the entries of features.
 */
export function makeScreenGroups() {
  const names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'screen-groups',
    buildEnd(error) {
      if (error) return;
      const graph: Graph = {
        ids: [...this.getModuleIds()],
        isEntry: (id) => this.getModuleInfo(id)?.isEntry ?? false,
        imports: (id) => this.getModuleInfo(id)?.importedIds ?? [],
        loads: (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
        loadsSoon,
      };
      names.clear();
      for (const [id, name] of nameModules(graph)) names.set(id, name);
    },
  };
  const textGroups = {
    name: (id: string) => (isTexts(id) ? (names.get(id) ?? null) : null),
    debugName: 'texts',
    priority: 1,
  };
  // An earlier file takes along the modules of later files that its own modules import.
  const files = ['early', 'first', ...stageNames.flatMap((name) => [`${name}-shared`, name])];
  const groups = files.map((name, index) => ({
    name,
    test: (id: string) => names.get(id) === name,
    priority: 3 - (3 * (index + 1)) / (files.length + 1),
  }));
  return { plugin, groups: [...groups, textGroups] };
}

/** The parts of a room in the order in which they are shown. Each loads with its imports. */
const stageNames = ['entrance', 'invitation', 'room', 'room-soon'] as const;

/** The names of files by module. Modules without one are left to the bundler. */
function nameModules(graph: Graph): Map<string, string> {
  const { ids, imports, loads, loadsSoon } = graph;
  const names = new Map<string, string>();
  const nameAll = (found: Iterable<string>, nameOf: (id: string) => string | undefined) => {
    for (const id of found) {
      const name = names.has(id) ? undefined : nameOf(id);
      if (name) names.set(id, name);
    }
  };
  const withEarly = reach(modules(ids, early), imports);
  const loadedBy = (given: readonly string[]) => given.flatMap(loads).filter((id) => page.test(id));
  const asked = loadedBy([...withEarly]);
  // What another page leads to is no first page, even if the script asks for it too.
  const later = new Set(loadedBy(asked));
  const firstPages = asked.filter((id) => !later.has(id));
  // The entrance leads to other pages of its own, the start page does not.
  const entrance = firstPages.filter((id) => loadedBy([id]).length > 0);
  const home = firstPages.filter((id) => !entrance.includes(id));
  const room = loadedBy(entrance);
  // Drawn by the entrance itself, for visitors alone.
  const invitation = entrance.flatMap(loads).filter((id) => !page.test(id));
  const soon = [...reach(room, (id) => [...imports(id), ...loadsSoon(id)])].flatMap(loadsSoon);
  const stages = { entrance, invitation, room, 'room-soon': soon };
  for (const [name, pages] of Object.entries({ home, ...stages }))
    if (pages.length === 0) throw new Error(`no module begins the part "${name}" of the app`);

  const withoutPages = (pages: readonly string[]) =>
    reach(ids.filter(graph.isEntry), (id) => (pages.includes(id) ? [] : [...imports(id), ...loads(id)]));
  nameAll(withEarly, () => 'early');
  // The start page needs all of it, and other pages most.
  nameAll(reach(modules(ids, main), imports), (id) => (main.test(id) ? undefined : 'first'));
  const afterHome = withoutPages(home);
  nameAll(reach(home, imports), (id) => (afterHome.has(id) && !home.includes(id) ? 'first' : undefined));
  for (const name of stageNames) {
    const pages = stages[name];
    const elsewhere = withoutPages(pages);
    nameAll(reach(pages, imports), (id) => {
      // A page is found by its name.
      if (page.test(id)) return undefined;
      return elsewhere.has(id) ? `${name}-shared` : name;
    });
  }
  for (const [id, name] of nameTexts(graph, withEarly, reach(stages.room, imports), reach(soon, imports)))
    names.set(id, name);
  return names;
}

function modules(ids: readonly string[], name: RegExp): string[] {
  return ids.filter((id) => name.test(id));
}

/** `start`, and all that `next` reaches from there. */
function reach(start: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(start);
  for (const id of found) for (const target of next(id)) found.add(target);
  return found;
}
