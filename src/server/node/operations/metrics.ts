import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Row } from '../../database/tables'
import type { Db, Metrics } from '../../ports'
import type { OpenDatabase } from '../database'
import type { PoolState } from '../guarded-pool'

/** The metrics of one portal. */
export interface PortalMetrics extends Metrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string>
}

/**
 * Returns the metrics of a portal: its requests, database connections and jobs, and the metrics of prom-client for the
 * process and the event loop.
 */
export const portalMetrics = ({ db, pools }: Pick<OpenDatabase, 'db' | 'pools'>): PortalMetrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'portal_requests_total',
    help: 'Completed requests',
    labelNames: ['call', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Duration of requests until their response is ready to be sent',
    labelNames: ['call'] as const,
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
    registers,
  })
  const refusedBankFiles = new Counter({
    name: 'portal_bank_files_refused_total',
    help: 'Files moved to the folder refused',
    registers,
  })
  const pushes = new Counter({
    name: 'portal_pushes_total',
    help: 'Attempts to notify companies of credits',
    labelNames: ['method', 'result'] as const,
    registers,
  })
  const jobLabels = ['name', 'state'] as const
  const jobs = new Gauge({
    name: 'portal_jobs',
    help: 'Jobs that are waiting or running',
    labelNames: jobLabels,
    registers,
  })
  const jobAges = new Gauge({
    name: 'portal_job_age_seconds',
    help: 'Seconds since the oldest job became due (waiting) or was started (running)',
    labelNames: jobLabels,
    registers,
  })
  const databaseUp = new Gauge({
    name: 'portal_database_up',
    help: '1 if the database can be reached, else 0',
    registers,
  })
  const recordPool = poolRecorder(registry)

  const measureJobs = async (): Promise<void> => {
    const rows = await countOpenJobs(db).catch(() => undefined)
    databaseUp.set(rows === undefined ? 0 : 1)
    jobs.reset()
    jobAges.reset()
    for (const { name, state, count, age } of rows ?? []) {
      jobs.set({ name, state }, count)
      jobAges.set({ name, state }, age)
    }
  }

  return {
    recordRequest: ({ call, status, seconds }) => {
      requests.inc({ call, status })
      durations.observe({ call }, seconds)
    },
    recordRefusedBankFile: () => refusedBankFiles.inc(),
    recordPush: ({ method, result }) => pushes.inc({ method, result }),
    text: async () => {
      for (const [pool, state] of Object.entries(pools())) recordPool(pool, state)
      await measureJobs()
      return registry.metrics()
    },
  }
}

/** Returns a function that sets the gauges of a pool. */
const poolRecorder = (registry: Registry) => {
  const registers = [registry]
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections to the database; the embedded one has a single connection for both pools',
    labelNames: ['pool', 'state'] as const,
    registers,
  })
  const waiting = new Gauge({
    name: 'portal_database_waiting',
    help: 'Requests or steps of background work that wait for a connection',
    labelNames: ['pool'] as const,
    registers,
  })
  return (pool: string, state: PoolState): void => {
    connections.set({ pool, state: 'used' }, state.open - state.idle)
    connections.set({ pool, state: 'idle' }, state.idle)
    waiting.set({ pool }, state.waiting)
  }
}

/** The open jobs of one name and state. */
interface OpenJobs extends Pick<Row<'job'>, 'name' | 'state'> {
  readonly count: number
  /** Seconds since the oldest job became due or was started. */
  readonly age: number
}

/** Counts the waiting and the running jobs by name and state, with the age of the oldest. */
const countOpenJobs = async (db: Db): Promise<readonly OpenJobs[]> => {
  const { rows } = await sql<OpenJobs>`
    select name, state, count(*) as count,
      greatest(0, extract(epoch from now() - min(case state when 'waiting' then due_time else start_time end)))::float8 as age
    from job
    where state in ('waiting', 'running')
    group by name, state`.execute(db)
  return rows
}
