/** Who may import whom; see ARCHITECTURE.md. */
const server = '^server/src/';
const none = (name, from, to, comment, pathNot) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.(test|fixture)\\.ts$' },
  to: { path: to, ...(pathNot ? { pathNot } : {}) },
});

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
      '^(server|web|testkit|bench)/',
      'the command line speaks the contract only; what needs the server is started as a process',
    ),
    none(
      'contract-alone',
      '^contract/src/',
      '^(server|web|testkit|bench|cli)/',
      'the contract depends on nothing of ours',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'default'] },
    exclude: { path: '(/gen/|/dist/)' },
  },
};
