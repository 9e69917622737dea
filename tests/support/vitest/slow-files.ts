/**
 * The slow test files, which take more than half the time of all tests.
 * `npm test` omits them, except on PostgreSQL, and `npm run test:sample` runs them.
 * They start processes, open a database for each test, wait for background jobs, make every call, or test screens whose
 * rules other files test as well.
 */
export const slow = {
  /**
   * Backend files about the embedded database, and about background work that is interrupted.
   * CI runs them on both engines.
   */
  embedded: [
    'tests/server/imports/cancel.test.ts',
    'tests/server/jobs/*.test.ts',
    'tests/server/node/{backup,changed-schemas,data-folder,demo-data,headers,keys,lock,operations,pglite,start}.test.ts',
    'tests/server/records/recompute.test.ts',
    'tests/server/white-list/job.test.ts',
  ],
  /** The other backend files. CI runs them on PostgreSQL only. */
  server: [
    'tests/server/{demo,seed,tools}/*.test.ts',
    'tests/server/accounts/{captcha-proof,networks,payer-limits}.test.ts',
    'tests/server/bills/batches/{import-slips,make-pdf}.test.ts',
    'tests/server/bills/document-names.test.ts',
    'tests/server/bills/notices/{links,mail,request,runs}.test.ts',
    'tests/server/database/{ensure-tables,migrations,table-types}.test.ts',
    'tests/server/http/{hostile-forms,hostile-input,path-keys}.test.ts',
    'tests/server/imports/{check,crash}.test.ts',
    'tests/server/imports/records/{job,whole-file,whole-file-races}.test.ts',
    'tests/server/payments/ledger-verify.test.ts',
    'tests/server/records/{added-schemas,get-writes-nothing}.test.ts',
    'tests/server/reports/simulated-quarter.test.ts',
  ],
  components: [
    'tests/admin/import-jobs.test.tsx',
    'tests/admin/pages/{accessibility,every-type-screens,without-extensions}.test.tsx',
    'tests/resources/{bill-import-steps,bill-notices,make-pdf,slip-previews,white-list-import}.test.tsx',
    'tests/site/{accessibility,leave-walk,login-proof}.test.tsx',
  ],
}

/**
 * The journeys through the browser that `npm test` runs: one of a company, one of its bills, one of a payer, and the tour
 * of every page.
 */
export const everydayJourneys = ['tests/e2e/{journey,pay-online,tour,typed-bill}.test.ts']
