/**
 * Finds the tables that a file of the server names in SQL: in calls of the query builder, in `sql` templates, in texts
 * that are statements, and in .sql files. A foreign key names no table in this sense, nor does a trigger: the table has
 * it, and what its function does is in the text of the function.
 */
import { parseSync } from 'oxc-parser';

export interface NamedTable {
  readonly table: string;
  readonly line: number;
  readonly isWritten: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const joins = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'innerJoinLateral', 'leftJoinLateral'];
const writers = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
/** How a call of this name uses its first argument. `table` is a part of a statement that may have any effect. */
const verbs = new Map([
  ...['selectFrom', 'from', 'using', ...joins].map((name) => [name, false] as const),
  ...[...writers, 'table'].map((name) => [name, true] as const),
]);

const writing =
  /\b(?:(?:insert|merge)\s+into|delete\s+from|truncate(?:\s+table)?|update|copy|(?:create|alter|drop|lock)\s+table|index\s+(?:\w+\s+)?on)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?"?(\w+)"?(?![\w.])/gi;
const reading = /\b(?:join|using|(?<!delete\s+)from)\s+(?:only\s+)?"?(\w+)"?(?![\w.(])/gi;
/** Further tables after a comma: `from users u, rooms`. */
const lists =
  /\bfrom\s+((?:(?!\b(?:where|join|on|order|group|limit|set|returning|left|inner|cross|union|for)\b)[\w\s,"])+)/gi;
const statement = /^\s*(?:select|insert|update|delete|merge|with|copy|truncate|lock)\b/i;
/** Most files name no table, and parsing them would take most of the time. */
const suspicious = new RegExp(
  `\\b(?:sql|${[...joins, ...writers, 'selectFrom'].join('|')})\\b|['"\`]${statement.source.slice(1)}`,
  'i',
);

/** The tables that the SQL text names; `isTable` knows tables from other names. */
export function tablesInSql(text: string, isTable: (name: string) => boolean): NamedTable[] {
  const code = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) => part.replace(/[^\n]/g, ' '));
  const found: NamedTable[] = [];
  const add = (name: string, at: number, isWritten: boolean) => {
    if (isTable(name)) found.push({ table: name, line: code.slice(0, at).split('\n').length, isWritten });
  };
  for (const match of code.matchAll(writing)) add(match[1]!, match.index, true);
  for (const match of code.matchAll(reading)) add(match[1]!, match.index, false);
  for (const match of code.matchAll(lists))
    for (const [, name] of match[1]!.matchAll(/,\s*"?(\w+)/g)) add(name!, match.index, false);
  return found;
}

/** The tables that a TypeScript file names. */
export function tablesInSource(path: string, text: string, isTable: (name: string) => boolean): NamedTable[] {
  const found: NamedTable[] = [];
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;

  function addArgument(argument: Node | undefined, isWritten: boolean): void {
    if (argument?.type === 'ArrayExpression')
      for (const one of argument.elements as Node[]) addArgument(one, isWritten);
    if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return;
    const [table] = argument.value.trim().split(/\s+/);
    if (isTable(table!)) found.push({ table: table!, line: lineOf(argument.start), isWritten });
  }

  function addText(node: Node): void {
    let sql = text.slice(node.start + 1, node.end - 1);
    for (const { start, end } of (node.expressions ?? []) as Node[]) {
      const from = start - node.start - 1;
      sql = sql.slice(0, from) + ' '.repeat(end - start) + sql.slice(from + end - start);
    }
    const first = lineOf(node.start);
    const isSql = node.isTagged === true || statement.test(sql);
    if (isSql) found.push(...tablesInSql(sql, isTable).map((named) => ({ ...named, line: named.line + first - 1 })));
  }

  function walk(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, callee, arguments: given, tag, quasi } = node as Node & Record<'callee' | 'tag' | 'quasi', Node>;
    if (type === 'CallExpression') {
      const isWritten = verbs.get(nameOf(callee) ?? '');
      if (isWritten !== undefined) addArgument((given as Node[])[0], isWritten);
    }
    if (type === 'TemplateLiteral' || (type === 'Literal' && typeof (node as Node).value === 'string'))
      addText(node as Node);
    if (type === 'TaggedTemplateExpression' && nameOf(tag) === 'sql') {
      addText({ ...quasi, isTagged: true });
      return walk(quasi.expressions);
    }
    for (const child of Object.values(node)) walk(child);
  }

  if (suspicious.test(text)) walk(parseSync(path, text).program.body);
  return found;
}

/** `selectFrom` of `db.selectFrom` and of `selectFrom` alone. */
function nameOf(callee: Node): string | undefined {
  const named = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return named.type === 'Identifier' ? (named.name as string) : undefined;
}
