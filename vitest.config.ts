import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from './src/tools/chromium.mjs'
import { schemasPlugin } from './src/tools/vite/schemas-plugin.ts'
import { bundledWorkers } from './tests/support/vitest/bundled-workers.ts'
import { LongFilesFirst } from './tests/support/vitest/long-files-first.ts'
import { everydayJourneys, longWalks, slow } from './tests/support/vitest/slow-files.ts'
import { workerScriptPlugin } from './tests/support/vitest/worker-script-plugin.ts'

/** Returns a test project that runs in Node. */
const nodeProject = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, environment: 'node', ...options },
})

/**
 * Returns the setting by which projects run one after the other.
 * A browser that shares two cores with a busy database would respond late.
 */
const runAsGroup = (groupOrder: number) => ({ sequence: { groupOrder } })

const slowServer = [...slow.embedded, ...slow.server]

/**
 * Returns the project with the tests of the backend on one database engine.
 * An empty address means PGlite in memory.
 */
const serverProject = (
  name: string,
  databaseUrl: string,
  { include = ['tests/server/**/*.test.ts'], exclude = [] as string[], sample = true, setup = [] as string[] } = {},
) =>
  nodeProject(name, include, {
    exclude,
    provide: { databaseUrl, sample },
    globalSetup: [
      'tests/support/database/server-databases.ts',
      ...(databaseUrl ? [] : ['tests/support/database/database-images.ts']),
      ...setup,
    ],
    // All files of a worker share its modules and its databases.
    // The portal of a test empties its database when the test ends.
    isolate: false,
    // Every opened PGlite compiles its WebAssembly again.
    // Without the optimizing compiler of V8 that takes less time than optimization would save in a test.
    execArgv: databaseUrl ? [] : ['--liftoff-only'],
    // On a busy machine, the start of a portal with its demo data took a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  })

const componentsProject = ({
  include = ['tests/{browser,site,admin,resources}/**/*.test.{ts,tsx}'],
  exclude = [] as string[],
  sample = true,
} = {}) => ({
  extends: true as const,
  plugins: [workerScriptPlugin()],
  optimizeDeps: {
    // PGlite loads its WebAssembly from the folder of its module, which a bundled copy would not find.
    exclude: ['@electric-sql/pglite'],
    // From these files Vite finds all packages before the first test.
    // A package that it finds later would reload the page during a test.
    entries: ['src/main.tsx', 'resources/*/index.tsx', 'tests/{browser,site,admin,resources}/**/*.test.{ts,tsx}'],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  // Uses the production builds of libraries, as users do. With React's development build, tests take twice the time.
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { development: false, refresh: false } },
  test: {
    name: 'components',
    provide: { sample },
    globalSetup: 'tests/support/database/database-images.ts',
    setupFiles: 'tests/support/browser/clean-page.ts',
    isolate: false,
    ...runAsGroup(1),
    include,
    exclude,
    // The limit is long for tests of many steps. Each step has its own limit.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    browser: {
      enabled: true,
      headless: true,
      // Without animations, because a click waits until its target no longer moves.
      // The journeys in tests/e2e run with animations.
      provider: playwright({
        launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox'] },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/** Test files with many cases. Only `--mode long` runs all cases. Other modes run a sample of them. */
const sampledUnit = ['tests/domain/payments/ledger-histories.test.ts']
const sampledServer = [
  'tests/server/payments/ledger-histories.test.ts',
  'tests/server/reports/simulated-quarter.test.ts',
]
const sampledComponents = ['tests/admin/form/conditions.test.tsx']
/**
 * The backend files that CI runs behind PgBouncer: sessions, tenants, races, payments and jobs.
 * `--mode long` runs all of them.
 */
const sampledPooled = [
  'tests/server/records/{changed-rights,crud,list,optimistic-lock,tenant-isolation}.test.ts',
  'tests/server/accounts/{company-login,session,user-takeover}.test.ts',
  'tests/server/payments/{collections,handlings}.test.ts',
  'tests/server/jobs/*.test.ts',
  'tests/server/node/database-checks.test.ts',
]
/**
 * Not behind a pooler: starts, which change tables at the direct address of PostgreSQL, and an outage of PostgreSQL
 * itself.
 */
const withoutPooler = ['tests/server/records/recompute.test.ts', 'tests/server/node/outage.test.ts']
const tours = 'tests/e2e/{tour,bank-tour}.test.ts'

const journeys = ['tests/e2e/**/*.test.ts']

const e2eProject = ({ include = journeys, exclude = [] as string[] } = {}) =>
  nodeProject('e2e', include, {
    exclude,
    provide: { sample: true },
    globalSetup: 'tests/e2e/support/run-folder.ts',
    setupFiles: 'tests/e2e/support/after-each-file.ts',
    // The journeys of a worker share a portal and a browser.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...runAsGroup(2),
  })

const hasPgBouncer = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'pgbouncer')))

/** The setup that starts a PgBouncer in front of the PostgreSQL server; empty if one of them is missing. */
const poolerSetup = process.env.TEST_DATABASE_URL && hasPgBouncer ? ['tests/support/database/pooler.ts'] : []

const longProject = ({ include = ['tests/long/**/*.test.ts'], exclude = [] as string[], sample = true } = {}) =>
  nodeProject('long', include, {
    exclude,
    provide: { sample },
    globalSetup: ['tests/e2e/support/run-folder.ts', 'tests/support/database/database-images.ts', ...poolerSetup],
    setupFiles: ['tests/e2e/support/after-each-file.ts', 'tests/support/vitest/fixed-seed.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
    ...runAsGroup(3),
  })

const unitProject = ({
  include = ['tests/{domain,schema,contract,documents}/**/*.test.ts', 'tests/*.test.ts'],
  exclude = [] as string[],
  sample = true,
} = {}) =>
  nodeProject('unit', include, {
    exclude,
    provide: { sample },
    isolate: false,
    setupFiles: 'tests/support/vitest/fixed-seed.ts',
    // Tests that print pages and scan them start dozens of processes. With all cases some take minutes.
    testTimeout: sample ? 180_000 : 1_800_000,
    hookTimeout: 180_000,
  })

/** Returns the project with the tests of the backend on PostgreSQL, if TEST_DATABASE_URL is set. */
const postgresProjects = (options: Parameters<typeof serverProject>[2] = {}) =>
  process.env.TEST_DATABASE_URL ? [serverProject('postgres', process.env.TEST_DATABASE_URL, options)] : []

/** Returns the project with tests of the backend on PostgreSQL behind PgBouncer, if both exist. */
const pooledProjects = (options: Parameters<typeof serverProject>[2] = {}) =>
  poolerSetup.length > 0
    ? [serverProject('pooled', process.env.TEST_DATABASE_URL ?? '', { ...options, setup: poolerSetup })]
    : []

/** Returns the projects that `npm test` runs. */
const everydayProjects = () => [
  unitProject({ exclude: slow.unit }),
  serverProject('pglite', '', { exclude: slowServer }),
  ...postgresProjects(),
  componentsProject({ exclude: slow.components }),
  e2eProject({ include: everydayJourneys }),
]

/** The projects of the other modes, by the name after `--mode`. */
const projectsByMode: Readonly<Record<string, () => object[]>> = {
  /** The files that `npm test` omits, with some cases of each kind. */
  sample: () => [
    unitProject({ include: slow.unit }),
    serverProject('pglite', '', { include: slowServer }),
    componentsProject({ include: slow.components }),
    e2eProject({ include: [...journeys, ...longWalks], exclude: everydayJourneys }),
    longProject({ exclude: longWalks }),
  ],
  /**
   * The files of `npm test` and of `sample` in one run, so that each worker loads its modules and databases only once.
   */
  ci: () => [
    unitProject(),
    serverProject('pglite', '', { exclude: slow.server }),
    ...postgresProjects(),
    ...pooledProjects({ include: sampledPooled }),
    componentsProject(),
    e2eProject({ include: [...journeys, ...longWalks] }),
    longProject({ exclude: longWalks }),
  ],
  /** The files that `npm test` omits and the sampled files, with all cases. */
  long: () => [
    unitProject({ include: [...slow.unit, ...sampledUnit], sample: false }),
    serverProject('pglite', '', { include: [...slowServer, ...sampledServer], sample: false }),
    ...postgresProjects({ include: sampledServer, sample: false }),
    ...pooledProjects({ exclude: withoutPooler }),
    componentsProject({ include: [...slow.components, ...sampledComponents], sample: false }),
    e2eProject({ exclude: [...everydayJourneys, tours] }),
    longProject({ include: ['tests/long/**/*.test.ts', tours], sample: false }),
  ],
}

/**
 * The settings of the tests.
 * Vitest reads this file instead of vite.config.ts, so that the dev server and the build never load test code.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), schemasPlugin(), bundledWorkers()],
  test: {
    sequence: { sequencer: LongFilesFirst },
    // As many workers as by Vitest's default, but at least two: a single worker would leave one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `expect.poll` ends as soon as its condition holds. The long limit is for busy machines.
    expect: { poll: { timeout: 60_000 } },
    projects: (projectsByMode[mode] ?? everydayProjects)(),
  },
}))
