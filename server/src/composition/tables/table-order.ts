import type { Migration } from '../../store/migrations.ts';

type Steps = readonly Migration[];

/**
 * The steps of features, each feature after those whose tables it needs: tables that its steps refer to and another
 * feature's steps create. Independent features keep the given order.
 * @throws Error if features need each other's tables.
 */
export function inOrderOfTables(features: readonly Steps[]): Steps[] {
  const makers = new Map(features.flatMap((steps) => tablesOf(steps).map((table) => [table, steps] as const)));
  const ordered = new Set<Steps>();
  const place = (steps: Steps, waiting: readonly Steps[]): void => {
    if (ordered.has(steps)) return;
    if (waiting.includes(steps))
      throw new Error(`the tables of ${[...waiting, steps].map((one) => one[0]!.feature).join(', ')} need one another`);
    for (const table of namedIn(steps)) {
      const maker = makers.get(table);
      if (maker && maker !== steps) place(maker, [...waiting, steps]);
    }
    ordered.add(steps);
  };
  for (const steps of features) place(steps, []);
  return [...ordered];
}

/** The SQL of the steps in lower case, without comments. */
const sqlOf = (steps: Steps) => steps.map(({ sql }) => sql.replace(/--[^\n]*/g, '').toLowerCase()).join('\n');

function tablesOf(steps: Steps): string[] {
  return [...sqlOf(steps).matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table!);
}

/** Words in positions where SQL has a table name. Some of them are something else, such as the name of an index. */
function namedIn(steps: Steps): string[] {
  const names = sqlOf(steps).matchAll(/\b(?:references|table|on|from|join|into|update|using)\s+(?:only\s+)?(\w+)/g);
  return [...names].map(([, name]) => name!);
}
