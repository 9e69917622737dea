/**
 * The slow test files, which take more than half the time of all tests.
 * `npm test` omits them, except on PostgreSQL, and `npm run test:sample` runs them.
 * They start processes, open a database for each test, wait for background jobs, make every call, or test variants and
 * screens whose rules other files test as well.
 */
export const slow = {
  unit: ['tests/documents/random-{bank-files,slips}.test.ts', 'tests/schema/any-value.test.ts'],
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
    'tests/server/accounts/{captcha-proof,matrix,networks,payer-limits,user-takeover}.test.ts',
    'tests/server/bills/batches/{import-slips,make-pdf}.test.ts',
    'tests/server/bills/document-names.test.ts',
    'tests/server/bills/notices/{links,mail,request,runs}.test.ts',
    'tests/server/database/{ensure-tables,migrations,table-types}.test.ts',
    'tests/server/http/{every-call,hostile-forms,hostile-input,path-keys}.test.ts',
    'tests/server/imports/{check,clerks-files,crash}.test.ts',
    'tests/server/imports/records/{job,whole-file,whole-file-races}.test.ts',
    'tests/server/payments/debits/withdraw.test.ts',
    'tests/server/payments/{handling-calls,handling-import,handling-queries,held-file-releases,ledger-verify}.test.ts',
    'tests/server/records/{added-schemas,bill-lists,get-writes-nothing,repeated-creations,tabs-of-pages}.test.ts',
    'tests/server/reports/{channel-fee,simulated-quarter}.test.ts',
  ],
  components: [
    'tests/admin/{import-jobs,layout-search}.test.tsx',
    'tests/admin/form/options-from.test.tsx',
    'tests/admin/list/{latest-query,list-tools,window}.test.tsx',
    'tests/admin/overview/overview.test.tsx',
    'tests/admin/pages/{accessibility,every-type-screens,reference-links,report-query,views}.test.tsx',
    'tests/admin/pages/without-extensions.test.tsx',
    'tests/resources/{bank-files,bill-import-steps,bill-notices,bill-term,customer,debit-export}.test.tsx',
    'tests/resources/{exception-decisions,exceptions,line-links,make-pdf,notice-pages,portal-user}.test.tsx',
    'tests/resources/{print-selection,self-collection,slip-previews,white-list-import}.test.tsx',
    'tests/site/{accessibility,foreign-server,leave-walk,login-proof}.test.tsx',
  ],
}

/**
 * The journeys through the browser that `npm test` runs: one of a company, one of its bills, one of a payer, and the tour
 * of the public pages and of those of a company.
 */
export const everydayJourneys = ['tests/e2e/{journey,pay-online,tour,typed-bill}.test.ts']

/** The files of `tests/long` that only walk through pages, so that they can run beside other journeys. */
export const longWalks = ['tests/long/{exceptions-emptied,screens}.test.ts']
