import { setTimeout } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { Answer } from '../../support/client'
import { breakableLink } from '../../support/database/breakable-link'
import { retryNow } from '../../support/jobs'
import { portal, twoCompanies } from '../../support/portal'
import { csv } from '../imports/files'
import { header, plain, upload } from '../imports/uploads'

const sentence = '系統暫時無法存取資料，請稍候再試；若剛才正在送出資料，請先查詢是否已經完成，以免重複送出。'

test.runIf(inject('databaseUrl') !== '')(
  'PostgreSQL goes away under load and comes back: every call gets its sentence, nothing acknowledged is lost, work goes on without a restart',
  async () => {
    const link = await breakableLink(inject('databaseUrl'))
    const open = await portal({ databaseUrl: link.url })
    await twoCompanies(open)
    await open.given.billTerm()
    const maker = await open.as('CustomerMaker')
    const acknowledged: string[] = []
    const unexpected: Answer[] = []
    const counts = { good: 0, away: 0 }
    let running = true
    let no = 0
    const load = async () => {
      while (running) {
        const FeeCode = `F${++no}`
        const answer = await maker.post('/fee', {
          ApplyCode: '77001',
          FeeCode,
          FeeName: '管理費',
          SortNo: 1,
          FeeStatus: 'Active',
        })
        if (answer.status === 200 && answer.code === '0000') acknowledged.push(FeeCode)
        for (const one of [answer, await maker.get('/fee')]) {
          if (one.status === 200 && one.code === '0000') counts.good++
          else if (one.status === 503 && one.message === sentence && one.headers.get('Retry-After') === '5')
            counts.away++
          else unexpected.push(one)
        }
        await setTimeout(5)
      }
    }
    const callers = Array.from({ length: 8 }, load)
    await expect.poll(() => counts.good).toBeGreaterThan(20)
    // The file is large enough to be in the middle of its import when the connection is cut.
    const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(20_000)]))
    await expect
      .poll(async () => (await open.db.selectFrom('job').select('done').executeTakeFirstOrThrow()).done)
      .toBeGreaterThan(0)
    await link.cut()
    await expect.poll(() => counts.away).toBeGreaterThan(callers.length)
    expect((await open.app.request('/healthz')).status).toBe(503)
    await link.restore()
    const before = counts.good
    await expect.poll(() => counts.good).toBeGreaterThan(before + 20)
    expect((await open.app.request('/healthz')).status).toBe(200)
    running = false
    await Promise.all(callers)
    expect(unexpected).toEqual([])
    const kept = new Set(
      (await open.db.selectFrom('fee').select('fee_code').execute()).map((row) => String(row.fee_code)),
    )
    expect(acknowledged.filter((code) => !kept.has(code))).toEqual([])
    // The import lost its connection, and is completed by a later try.
    const status = async () => {
      await retryNow(open.db)
      return (await maker.get(`/BillImportList/${data.SerialId}`)).data.ImportStatus
    }
    await expect.poll(status, { timeout: 150_000, interval: 500 }).toBe('Succeeded')
    expect(await open.db.selectFrom('bill').select('serial_id').execute()).toHaveLength(20_000)
  },
  360_000,
)
