import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import { insertJob, JobCancelled } from '../../../src/server/jobs/job-rows'
import { onBankFileFailure, runBankFile } from '../../../src/server/payments/bank-files/process'
import type { JobRun, Jobs } from '../../../src/server/ports'
import { retryNow } from '../../support/jobs'
import { atStore, bookFile, fileOf } from './support/files'
import { portalWithHeldFiles, runWithoutJob, type StorePayment, threeAccounts } from './support/held-files'

const { bankFileKinds: kinds } = modules

const { here, operator, sent, received, recordOf, released, bookedOn } = await portalWithHeldFiles()
const { db, ports } = here

describe('files with the same header at the same time', () => {
  /** Receives files whose jobs do not run yet, and returns the numbers of their records. */
  const waitingFiles = async (...files: readonly (readonly StorePayment[])[]): Promise<readonly number[]> => {
    const enqueue: Jobs['enqueue'] = async (trx, name, data) => {
      const id = await insertJob(trx, { name, data })
      await sql`update job set due_time = 'infinity' where id = ${id}`.execute(trx)
      return id
    }
    const ids: number[] = []
    for (const [index, details] of files.entries())
      ids.push(await received(`${index}.txt`, details, { ...ports.jobs, enqueue }))
    return ids
  }

  const runAll = async (): Promise<void> => {
    await retryNow(db)
    await ports.jobs.runUntilIdle()
  }

  // Locks need several connections; the embedded database has one.
  test.runIf(inject('databaseUrl') !== '')('in two processes are not both booked', async () => {
    const [a, b] = threeAccounts()
    const ids = await waitingFiles([atStore(a)], [atStore(a), atStore(b)])
    const waitingFor = (target: string) => async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count
        from pg_locks l
        join pg_database d on d.oid = l.database and d.datname = current_database()
        where not granted and (relation = to_regclass(${target}) or locktype = 'advisory')`.execute(db)
      return rows[0]?.count
    }
    const { runs } = await db.transaction().execute(async (records) => {
      const begun = await db.transaction().execute(async (contents) => {
        await sql`lock table file_chunk in access exclusive mode`.execute(contents)
        const running = ids.map((id) => runBankFile(ports, { id, kinds }, runWithoutJob))
        await expect.poll(waitingFor('file_chunk')).toBe(2)
        // Lets both processes read the records, but not change them.
        await sql`lock table bank_file in share mode`.execute(records)
        return { running }
      })
      await expect.poll(waitingFor('bank_file')).toBe(2)
      return { runs: Promise.all(begun.running) }
    })
    await runs
    await runAll()
    const states = await Promise.all(ids.map(async (SerialId) => (await recordOf({ SerialId })).ImportStatus))
    expect(states.sort()).toEqual(['Held', 'Succeeded'])
    const { count } = (await bookedOn([a])) ?? {}
    expect(count).toBe(1)
  })

  test('are compared when the first one is booked to its end', async () => {
    const [a, b] = threeAccounts()
    const [first = 0, second = 0] = await waitingFiles([atStore(a)], [atStore(a), atStore(b)])
    const dying: JobRun = { ...runWithoutJob, end: async () => Promise.reject(new Error('The process died.')) }
    await expect(runBankFile(ports, { id: first, kinds }, dying)).rejects.toThrow('died')
    await runBankFile(ports, { id: second, kinds }, runWithoutJob)
    const early = await recordOf({ SerialId: second })
    expect(early).toMatchObject({
      ImportStatus: 'Held',
      EqualCount: null,
      ErrorMessage: expect.stringMatching(/等先前的檔案處理完成後，系統會比對內容。$/),
    })
    expect(await operator.post(`/Ext/BankFile/${second}/Replace`)).toMatchObject({ code: '2006' })
    await runAll()
    expect(await recordOf({ SerialId: first })).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 1 })
    expect(await recordOf({ SerialId: second })).toMatchObject({
      ImportStatus: 'Held',
      EqualCount: 1,
      NewCount: 1,
      MissingCount: 0,
    })
  })

  test('are compared, too, if the first one fails, and the failed one is held when it is processed again after the other', async () => {
    const [a, b, c] = threeAccounts()
    const [first = 0, second = 0] = await waitingFiles([atStore(a), atStore(b)], [atStore(a), atStore(b), atStore(c)])
    // The process died when it had booked the first of two lines.
    await expect(
      runBankFile(
        ports,
        { id: first, kinds },
        {
          ...runWithoutJob,
          progress: async () => Promise.reject(new Error('The process died.')),
        },
      ),
    ).rejects.toThrow('died')
    const plan = { isBooked: (lineNo: number) => lineNo === 2, corrections: new Map() }
    await bookFile(here, { layout: 'store', bytes: fileOf('store', [atStore(a), atStore(b)]), SerialId: first, plan })
    await runBankFile(ports, { id: second, kinds }, runWithoutJob)
    await onBankFileFailure(ports, { id: first, kinds }, new JobCancelled())
    await runAll()
    expect(await recordOf({ SerialId: first })).toMatchObject({ ImportStatus: 'Failed', LineCount: 2 })
    const held = await recordOf({ SerialId: second })
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 2, MissingCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 1,
      ExceptionCount: 2,
    })
    expect(await operator.post(`/Ext/BankFile/${first}/Retry`)).toMatchObject({ code: '0000' })
    await ports.jobs.runUntilIdle()
    const again = await recordOf({ SerialId: first })
    expect(again).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 0, MissingCount: 1 })
    expect(await operator.delete(`/BankFile/${first}`)).toMatchObject({
      code: '2005',
      message: expect.stringContaining('還有 1 筆交易使用這個通路檔案'),
    })
    expect(await released(again, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      ExceptionCount: 1,
      RepeatedCount: 1,
    })
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('of which two were released lose the older decision if its file failed', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    const second = await sent(atStore(a), atStore(b))
    const third = await sent(atStore(a), atStore(b), atStore(c))
    const resume = here.holdJobs()
    await operator.post(`/Ext/BankFile/${second.SerialId}/Replace`)
    expect(await operator.post(`/Ext/BankFile/${third.SerialId}/Replace`)).toMatchObject({
      code: '2006',
      message: expect.stringContaining('正在處理'),
    })
    await sql`update job set cancel_time = now() where state in ('waiting', 'running')`.execute(db)
    resume()
    await ports.jobs.runUntilIdle()
    expect(await recordOf(second)).toMatchObject({ ImportStatus: 'Failed', HoldDecision: 'Replaces' })
    await released(await recordOf(third), 'Replace')
    expect(await recordOf(second)).toMatchObject({ ImportStatus: 'Failed', HoldDecision: null })
    await operator.post(`/Ext/BankFile/${second.SerialId}/Retry`)
    await ports.jobs.runUntilIdle()
    expect(await recordOf(second)).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 0, MissingCount: 1 })
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('whose comparison fails for good can be processed again', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(b))
    await sql`update bank_file set equal_count = null where serial_id = ${held.SerialId}`.execute(db)
    await onBankFileFailure(ports, { id: Number(held.SerialId), kinds }, new Error('The comparison failed.'))
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Failed' })
    await operator.post(`/Ext/BankFile/${held.SerialId}/Retry`)
    await ports.jobs.runUntilIdle()
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 1, MissingCount: 1 })
  })
})
