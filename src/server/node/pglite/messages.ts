/** What the client asks of the worker. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'query'; readonly sql: string; readonly params: unknown[] }
  | { readonly id: number; readonly kind: 'beginBackup' | 'endBackup' | 'leaveBackup' | 'close' }

/** What the worker answers; id 0 is its own start. */
export type WorkerResponse =
  | { readonly id: number; readonly ok: true; readonly rows: unknown[]; readonly affectedRows: number }
  | { readonly id: number; readonly ok: false; readonly error: DatabaseErrorFacts }

/** The worker's last word: the engine gave up, as PostgreSQL does rather than lose data. */
export interface WorkerCrash {
  readonly crash: string
}

/** The parts of a database error that survive the way between threads. */
export interface DatabaseErrorFacts {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
  readonly detail?: string
}
