import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { jobRunner } from '../../server/jobs/runner'
import { httpsPush } from '../../server/node/push/push'
import { sendPush } from '../../server/payments/pushes/send-push'
import { pushJob } from '../../server/payments/pushes/write-pushes'
import type { Clock, Db, Log } from '../../server/ports'

/** Starts a receiver that takes connections and never responds. */
export const hangingReceiver = async (): Promise<{ readonly url: string; close(): void }> => {
  const server: Server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Enqueues the jobs of pushes of 50 agreements. */
export const enqueuePushes = async (db: Db, count: number): Promise<void> => {
  await sql`
    insert into job (name, data, uniform_no, user_id)
    select ${pushJob}::text, jsonb_build_object('SerialId', n, 'Round', 0, 'lane', 'agreement ' || n % 50), '', ''
    from generate_series(1, ${count}::integer) n`.execute(db)
}

/** Starts a runner that sends the pushes to a receiver, as the portal does; returns the function that stops it. */
export const startPushes = async (db: Db, clock: Clock, url: string): Promise<() => Promise<void>> => {
  const push = httpsPush({ toLoopback: true })
  const body = new TextEncoder().encode('{}')
  const jobs = jobRunner({ db, clock, log: silentLog, isOnlyProcess: false })
  const { retryMinutes, maxLanes } = sendPush
  jobs.register(pushJob, async () => void (await push.post({ url, headers: {}, body })), {
    ...(retryMinutes && { retryMinutes }),
    ...(maxLanes && { maxLanes }),
  })
  await jobs.start()
  return jobs.stop
}

// Every push fails, which is what is measured.
const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, answered: () => {}, problem: () => undefined }
