import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from './src/tools/chromium.mjs'
import { schemasPlugin } from './src/tools/vite/schemas-plugin.ts'
import { bundledWorkers } from './tests/support/vitest/bundled-workers.ts'
import { LongFilesFirst } from './tests/support/vitest/long-files-first.ts'
import { workerScriptPlugin } from './tests/support/vitest/worker-script-plugin.ts'

/** A test project that runs in Node. */
const node = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, environment: 'node', ...options },
})

/** One group after the other: a browser that shares its two cores with a database under load answers late. */
const order = (groupOrder: number) => ({ sequence: { groupOrder } })

/**
 * Suites that start processes, open a database for each test, wait for background jobs, or make every call, screens whose rules other suites show as well,
 * and all journeys through the browser but one of each kind of user. They take more than half the time of all, so `npm test` leaves them to
 * `npm run test:sample`, except for the backend on PostgreSQL.
 */
const slow = {
  server: [
    'tests/server/{demo,jobs,seed,tools}/*.test.ts',
    'tests/server/accounts/{captcha-proof,networks,payer-limits}.test.ts',
    'tests/server/bills/batches/{import-slips,make-pdf}.test.ts',
    'tests/server/bills/document-names.test.ts',
    'tests/server/bills/notices/{links,mail,request,runs}.test.ts',
    'tests/server/database/{ensure-tables,former-version,migrations,table-types}.test.ts',
    'tests/server/http/{hostile-forms,hostile-input,path-keys}.test.ts',
    'tests/server/imports/{cancel,check,crash}.test.ts',
    'tests/server/imports/records/{job,whole-file,whole-file-races}.test.ts',
    'tests/server/node/{backup,changed-schemas,data-folder,former-backup,headers,keys,lock,operations,pglite,start}.test.ts',
    'tests/server/payments/ledger-verify.test.ts',
    'tests/server/records/{added-schemas,get-writes-nothing,recompute}.test.ts',
    'tests/server/white-list/job.test.ts',
  ],
  components: [
    'tests/admin/import-jobs.test.tsx',
    'tests/admin/pages/{accessibility,every-type-screens,without-extensions}.test.tsx',
    'tests/resources/{bill-import-steps,bill-notices,make-pdf,slip-previews,white-list-import}.test.tsx',
    'tests/site/{accessibility,leave-walk,login-proof}.test.tsx',
  ],
}

/** One journey each of a company, of its bills and of a payer. */
const everydayJourneys = ['tests/e2e/{journey,pay-online,typed-bill}.test.ts']

/** The backend suite on one engine; an empty address is PGlite in memory. */
const server = (name: string, databaseUrl: string, { include = ['tests/server/**/*.test.ts'], exclude = [] as string[], sample = true } = {}) =>
  node(name, include, {
    exclude,
    provide: { databaseUrl, sample },
    globalSetup: ['tests/support/database/drop-databases.ts', ...(databaseUrl ? [] : ['tests/support/database/database-images.ts'])],
    // All files of a worker share its modules and its databases, which portals give back emptied.
    isolate: false,
    // Every database that is opened is WebAssembly compiled once more: optimizing it takes longer than a test profits from it.
    execArgv: databaseUrl ? [] : ['--liftoff-only'],
    // Starting a portal with its demo took a minute on a machine under heavy load; a thousand random histories take minutes.
    testTimeout: sample ? 180_000 : 1_800_000,
    hookTimeout: 180_000,
  })

const components = ({ include = ['tests/{browser,site,admin,resources}/**/*.test.{ts,tsx}'], exclude = [] as string[], sample = true } = {}) => ({
  extends: true as const,
  plugins: [workerScriptPlugin()],
  // Its WebAssembly is found beside its module, where a bundled copy would not look.
  // All packages are found before the first test: one that is found later reloads the page under it.
  optimizeDeps: {
    exclude: ['@electric-sql/pglite'],
    entries: ['src/main.tsx', 'resources/*/index.tsx', 'tests/{browser,site,admin,resources}/**/*.test.{ts,tsx}'],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  // The libraries as users get them: React's development build takes twice the time.
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { development: false, refresh: false } },
  test: {
    name: 'components',
    provide: { sample },
    globalSetup: 'tests/support/database/database-images.ts',
    setupFiles: 'tests/support/browser/clean-page.ts',
    isolate: false,
    ...order(1),
    include,
    exclude,
    // A test of many steps ends when they are done; each of its steps has a limit of its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    browser: {
      enabled: true,
      headless: true,
      // As a user who wants no animations: a click waits until what it hits stands still. The journeys run with them.
      provider: playwright({
        launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox'] },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/** Suites of many cases, which only `--mode long` runs whole. */
const sampledServer = ['tests/server/payments/ledger-histories.test.ts']
const sampledComponents = ['tests/admin/form/conditions.test.tsx']
const tour = 'tests/e2e/tour.test.ts'

const e2e = ({ include = ['tests/e2e/**/*.test.ts'], exclude = [] as string[] } = {}) =>
  node('e2e', include, {
    exclude,
    provide: { sample: true },
    globalSetup: 'tests/e2e/support/run-folder.ts',
    setupFiles: 'tests/e2e/support/after-each-file.ts',
    // The journeys of a worker share a portal and a browser.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...order(2),
  })

const long = ({ include = ['tests/long/**/*.test.ts'], sample = true } = {}) =>
  node('long', include, {
    provide: { sample },
    globalSetup: ['tests/e2e/support/run-folder.ts', 'tests/support/database/database-images.ts'],
    setupFiles: 'tests/e2e/support/after-each-file.ts',
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    ...order(3),
  })

const unit = node('unit', ['tests/{domain,schema,contract,documents}/**/*.test.ts', 'tests/*.test.ts'], {
  isolate: false,
  setupFiles: 'tests/support/vitest/fixed-seed.ts',
  // Tests that print pages and scan them start dozens of processes.
  testTimeout: 180_000,
  hookTimeout: 180_000,
})

/** The project on PostgreSQL, if there is a server. */
const postgres = (options: Parameters<typeof server>[2] = {}) =>
  process.env.TEST_DATABASE_URL ? [server('postgres', process.env.TEST_DATABASE_URL, options)] : []

/** What `npm test` runs. */
const everyday = () => [
  unit,
  server('pglite', '', { exclude: slow.server }),
  ...postgres(),
  components({ exclude: slow.components }),
  e2e({ include: everydayJourneys }),
]

/** What else there is, by the mode that runs it. */
const modes: Readonly<Record<string, () => object[]>> = {
  /** Some cases of each kind of the suites that `npm test` leaves out. */
  sample: () => [server('pglite', '', { include: slow.server }), components({ include: slow.components }), e2e({ exclude: everydayJourneys }), long()],
  /** `npm test` and the sample in one run, so that each worker loads its modules and databases once. */
  ci: () => [unit, server('pglite', ''), ...postgres(), components(), e2e(), long()],
  /** The suites that `npm test` leaves out, with all cases. */
  long: () => [
    server('pglite', '', { include: [...slow.server, ...sampledServer], sample: false }),
    ...postgres({ include: sampledServer, sample: false }),
    components({ include: [...slow.components, ...sampledComponents], sample: false }),
    e2e({ exclude: [...everydayJourneys, tour] }),
    long({ include: ['tests/long/**/*.test.ts', tour], sample: false }),
  ],
}

/** The tests' own settings. Vitest reads this file instead of vite.config.ts, so that the dev server and the build never load test code. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), schemasPlugin(), bundledWorkers()],
  test: {
    sequence: { sequencer: LongFilesFirst },
    // Two cores are the least that the suite is made for; one worker fewer would leave one of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A poll ends as soon as it holds; a busy machine gets the time that it needs.
    expect: { poll: { timeout: 60_000 } },
    projects: (modes[mode] ?? everyday)(),
  },
}))
