/** Who may import whom; see ARCHITECTURE.md. */
const { readFileSync } = require('node:fs');
const swc = require('@swc/core');
const oxc = require('oxc-parser');

/** The statements of a file that name other files, and the calls. The rest is nine tenths of the parser's work. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  // Modules that others are declared to have import inside of the declaration.
  if (file.endsWith('.d.ts')) return text;
  const { staticImports, staticExports } = oxc.parseSync(file, text).module;
  const exports = staticExports.filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest !== null));
  const statements = [...staticImports, ...exports].map(({ start, end }) => text.slice(start, end));
  return [...statements, ...(text.match(/\bimport\(\s*'[^'$]+'\s*\)/g) ?? [])].join(';\n');
}

// dependency-cruiser 17 is the last version for Node.js 20, and tells swc nothing about JSX, so swc refuses every .tsx file.
const { parseSync } = swc;
swc.parseFileSync = (file, options) => parseSync(importsOf(file), { ...options, tsx: file.endsWith('.tsx') });

const server = '^server/src/';
const none = (name, from, to, comment, pathNot) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '(\\.(test|fixture|rows)\\.tsx?$|/testing/)' },
  to: { path: to, ...(pathNot ? { pathNot } : {}) },
});

/** Files of other workspaces; the built ones count as well. */
const workspaces = (names) => `^(${names})/`;

module.exports = {
  forbidden: [
    none('kernel-alone', `${server}kernel/`, `${server}`, 'the kernel imports nothing of ours', `${server}kernel/`),
    none('store-alone', `${server}store/`, `${server}`, 'the store knows no feature', `${server}(store|kernel)/`),
    none(
      'drivers-alone',
      `${server}drivers/([^/]+)/`,
      `${server}`,
      'a driver knows no feature, and of the others only the guard of outgoing connections',
      `${server}(kernel/|drivers/($1|outgoing)/)`,
    ),
    none(
      'media-providers-alone',
      `${server}providers/([^/]+)/`,
      `${server}`,
      'a provider of media knows no room, no database and no other provider',
      `${server}(kernel/|providers/($1/|[^/]+\\.ts$))`,
    ),
    none(
      'realtime-knows-frames',
      `${server}realtime/`,
      `${server}`,
      'realtime knows frames, not features',
      `${server}(realtime|kernel|store)/`,
    ),
    none(
      'transport-names-no-feature',
      `${server}transport/`,
      `${server}(features|store|drivers)/`,
      'transports are derived from the contract',
    ),
    none(
      'features-by-port',
      `${server}features/([^/]+)/`,
      `${server}features/[^/]+/`,
      'a feature calls another one by its ports, and reads its settings and errors',
      `${server}features/($1/|[^/]+/[^/]+\\.(port|settings|errors)\\.ts$)`,
    ),
    none(
      'features-do-not-transport',
      `${server}features/`,
      `${server}transport/`,
      'a feature does not know how it is called',
    ),
    none(
      'cli-speaks-the-contract',
      '^cli/src/',
      workspaces('server|web|testkit|bench|tools'),
      'the command line speaks the contract only; what needs the server is started as a process',
    ),
    none('web-ui-alone', '^web/src/ui/', '^web/src/', 'components know nothing of the product', '^web/src/(ui|texts)/'),
    none('web-texts-alone', '^web/src/texts/', '^web/src/', 'texts know no feature', '^web/src/texts/'),
    none(
      'web-client-without-pixels',
      '^web/src/client/',
      '^web/src/',
      'the client speaks the contract, draws nothing and names no feature',
      '^web/src/(client|texts)/',
    ),
    none(
      'web-features-by-port',
      '^web/src/features/([^/]+)/',
      '^web/src/(features|app)/',
      'a feature uses of another one what is in files named *.port, and the app puts features together',
      '^web/src/features/($1/|[^/]+/[^/]+\\.port\\.tsx?$)',
    ),
    none(
      'web-speaks-the-contract',
      '^web/src/',
      workspaces('server|testkit|bench|cli|tools'),
      'the web app speaks the contract only',
    ),
    {
      name: 'web-tests-with-a-server',
      severity: 'error',
      comment: 'their types are checked with those of the server, and tsconfig.json knows them by their names',
      from: { path: '^web/src/', pathNot: '\\.(browser|server)\\.test\\.ts$' },
      to: { path: workspaces('server|testkit') },
    },
    none(
      'contract-alone',
      '^contract/src/',
      workspaces('server|web|testkit|bench|cli|tools'),
      'the contract depends on nothing of ours',
    ),
    none(
      'server-alone',
      '^server/src/',
      workspaces('web|testkit|bench|cli|tools'),
      'of the other workspaces the server knows the contract',
    ),
    none(
      'testkit-starts-servers',
      '^testkit/src/',
      workspaces('web|bench|cli|tools'),
      'tests of all workspaces use it',
    ),
    none('bench-measures-from-outside', '^bench/src/', workspaces('web|cli|tools'), 'what is measured runs by itself'),
    none(
      'tools-read-the-tree',
      '^tools/',
      workspaces('web|bench'),
      'generators read the contract, the server and the CLI',
    ),
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'files that need one another are one thing, or one of them needs less: types count too',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      // Nothing changes meanwhile, and to look again takes a sixth of the time.
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
    exclude: { path: '(/gen/|/dist/)' },
  },
};
