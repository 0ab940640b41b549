/** Who may import whom; see ARCHITECTURE.md. */
const { readdirSync, readFileSync } = require('node:fs');
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

/** Wings in their order: each imports from earlier ones, by their ports. Every folder of features is one of them. */
const wings = require('./tools/checks/wings.json');
for (const [workspace, names] of Object.entries(wings)) {
  const folders = readdirSync(`${__dirname}/${workspace}/src/features`, { withFileTypes: true });
  const unknown = folders.filter((entry) => entry.isDirectory() && !names.includes(entry.name));
  if (unknown.length > 0) throw new Error(`${workspace}/src/features/${unknown[0].name} is no wing`);
}

/** Features know nothing of later wings, and of earlier ones what matches `ports`. */
const wingRules = (workspace, ports) => {
  const at = `^${workspace}/src/features/`;
  const inOrder = wings[workspace].slice(0, -1).map((wing, index) => {
    const later = wings[workspace].slice(index + 1).join('|');
    return none(
      `${workspace}-${wing}-before`,
      `${at}${wing}/`,
      `${at}(${later})/`,
      'a wing knows those before it only',
    );
  });
  const comment = 'a feature uses of another wing what is in its ports';
  const allowed = `${at}($1/|[^/]+/[^/]+/[^/]+\\.(${ports})\\.tsx?$)`;
  return [...inOrder, none(`${workspace}-wings-by-port`, `${at}([^/]+)/`, `${at}[^/]+/`, comment, allowed)];
};

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
      `${server}(kernel/|providers/($1/|file-servers/|[^/]+\\.ts$))`,
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
    ...wingRules('server', 'port|settings|errors'),
    none(
      'features-do-not-transport',
      `${server}features/`,
      `${server}transport/`,
      'a feature does not know how it is called',
    ),
    none(
      'cli-speaks-the-contract',
      '^cli/src/',
      workspaces('subtitles|server|web|testkit|bench|tools'),
      'the command line speaks the contract only; what needs the server is started as a process',
    ),
    none(
      'web-ui-alone',
      '^web/src/ui/',
      '^web/src/',
      'components know nothing of the product',
      '^web/src/(ui|texts|storage)/',
    ),
    none('web-storage-alone', '^web/src/storage/', '^web/src/', 'what is kept names no feature', '^web/src/storage/'),
    none('web-texts-alone', '^web/src/texts/', '^web/src/', 'texts know no feature', '^web/src/texts/'),
    none(
      'web-client-without-pixels',
      '^web/src/client/',
      '^web/src/',
      'the client speaks the contract, draws nothing and names no feature',
      '^web/src/(client|texts|storage)/',
    ),
    none(
      'web-room-names-no-feature',
      '^web/src/room/',
      '^web/src/',
      'what all panels of a room share knows none of them',
      '^web/src/(room|ui|client|texts|storage)/',
    ),
    ...wingRules('web', 'port'),
    none(
      'web-pages-put-together',
      '^web/src/features/',
      '^web/src/(pages|app)/',
      'pages and the app put features together',
    ),
    none(
      'web-speaks-the-contract',
      '^web/src/',
      workspaces('server|testkit|bench|cli|tools'),
      'the web app speaks the contract only, and reads subtitles as the server does',
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
      workspaces('subtitles|server|web|testkit|bench|cli|tools'),
      'the contract depends on nothing of ours',
    ),
    none(
      'subtitles-alone',
      '^subtitles/src/',
      workspaces('contract|server|web|testkit|bench|cli|tools'),
      'server and web app read the same files by it',
    ),
    none(
      'server-alone',
      '^server/src/',
      workspaces('web|testkit|bench|cli|tools'),
      'of the other workspaces the server knows the contract, and how subtitles are read',
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
