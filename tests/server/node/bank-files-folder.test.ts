import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { receiveBankFiles } from '../../../src/server/node/files/bank-files-folder'
import { receiveBankFile } from '../../../src/server/payments/bank-files/receive'
import { noMetrics } from '../../../src/server/ports'
import { writeAll } from '../../support/payments/bank-files'
import { portal, twoCompanies } from '../../support/portal'
import { newAccount } from '../payments/support/booking'
import { atStore, fileOf } from '../payments/support/files'

const here = await portal()
const { db, ports, clock, log } = here
await twoCompanies(here)

const content = (amount: number): Buffer =>
  writeAll('cashFlow', {
    details: [
      {
        kind: 'remittance',
        values: {
          RemitDate: '2026-11-19',
          RemitTime: '090000',
          ChannelId: '01',
          MarketItemCode: '7A1',
          Amount: amount,
          BatchNo: '01',
        },
      },
    ],
  })

/** Returns an empty drop folder, and a function that puts a file into it that was complete for that many seconds. */
const dropFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const table of ['remittance', 'bank_file', 'file_chunk', 'file'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  log.lines.length = 0
  const drop = (name: string, bytes: Uint8Array, seconds = 60) => {
    writeFileSync(join(folder, name), bytes)
    const time = new Date(clock().getTime() - seconds * 1000)
    utimesSync(join(folder, name), time, time)
  }
  let refused = 0
  const metrics = { ...noMetrics, recordRefusedBankFile: () => (refused += 1) }
  const take = async () => {
    await receiveBankFiles({ ...ports, metrics }, folder)
    await ports.jobs.runUntilIdle()
  }
  const names = (below = '') =>
    readdirSync(join(folder, below), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  return { folder, drop, take, names, refusedCount: () => refused }
}

const files = () =>
  db
    .selectFrom('bank_file')
    .select(['serial_id', 'file_name', 'source', 'layout', 'import_status', 'error_message'])
    .orderBy('serial_id')
    .execute()

test.skipIf(process.platform === 'win32')(
  'a missing folder is made for its owner only, and the folders in it are as accessible as the folder itself',
  async () => {
    const { folder } = await dropFolder()
    const modesOf = async (name: string) => {
      await receiveBankFiles(ports, join(folder, name))
      return ['', 'done', 'refused'].map((below) => statSync(join(folder, name, below)).mode & 0o777)
    }
    expect(await modesOf('missing')).toEqual([0o700, 0o700, 0o700])
    mkdirSync(join(folder, 'shared'), { mode: 0o750 })
    expect(await modesOf('shared')).toEqual([0o750, 0o750, 0o750])
  },
)

test('a complete file is stored, processed and moved to done', async () => {
  const { drop, take, names } = await dropFolder()
  drop('CASH1119.001', content(100))
  await take()
  const [file, ...others] = await files()
  expect(others).toEqual([])
  expect(file).toMatchObject({
    file_name: 'CASH1119.001',
    source: 'Folder',
    layout: 'cashFlow',
    import_status: 'Succeeded',
  })
  expect([names(), names('done')]).toEqual([[], [`${file?.serial_id}-CASH1119.001`]])
  expect((await db.selectFrom('remittance').select('amount').execute()).map(({ amount }) => amount)).toEqual([100])
})

test('a file that is still being written is left alone', async () => {
  const { drop, take, names } = await dropFolder()
  drop('new.txt', content(1), 5)
  drop('sent.txt.part', content(2))
  drop('.hidden', content(3))
  await take()
  expect(await files()).toEqual([])
  expect(names().sort()).toEqual(['.hidden', 'new.txt', 'sent.txt.part'])
})

test('a file that was stored before its process ended is moved at the next time, and not stored again', async () => {
  const { drop, take, names } = await dropFolder()
  drop('cash.txt', content(100))
  const { serialId } = await receiveBankFile(ports, { name: 'cash.txt', content: streamOf(content(100)) })
  await take()
  expect(await files()).toHaveLength(1)
  expect(names('done')).toEqual([`${serialId}-cash.txt`])
})

test('a file whose content is known under another name is moved to refused', async () => {
  const { drop, take, names } = await dropFolder()
  drop('a.txt', content(100))
  await take()
  drop('b.txt', content(100))
  await take()
  expect(await files()).toHaveLength(1)
  expect([names(), names('refused')]).toEqual([[], [expect.stringMatching(/^\d{17}-b\.txt$/)]])
  expect(log.lines.filter(({ event }) => event === 'bank file refused')).toMatchObject([
    { facts: { reason: expect.stringContaining('already stored') } },
  ])
})

test('links and files that are too large are moved to refused without being read, and counted', async () => {
  const { folder, drop, take, names, refusedCount } = await dropFolder()
  drop('target.part', content(1))
  symlinkSync(join(folder, 'target.part'), join(folder, 'link.txt'))
  drop('huge.txt', new Uint8Array())
  truncateSync(join(folder, 'huge.txt'), 200 * 1024 * 1024)
  await take()
  expect(await files()).toEqual([])
  expect(
    names('refused')
      .map((name) => name.slice(18))
      .sort(),
  ).toEqual(['huge.txt', 'link.txt'])
  expect(refusedCount()).toBe(2)
  expect(existsSync(join(folder, 'target.part'))).toBe(true)
})

test('a name that is too long for the folders is refused once, and keeps its end', async () => {
  const { drop, take, names } = await dropFolder()
  drop(`${'長'.repeat(80)}.txt`, content(1))
  await take()
  expect([await files(), names()]).toEqual([[], []])
  expect(names('refused')).toEqual([expect.stringMatching(/^\d{17}-長{65}\.txt$/)])
  expect(log.lines).toMatchObject([{ event: 'bank file refused', facts: { reason: 'its name is too long' } }])
})

test('a file of no known kind is recorded as failed, so that the operators see it', async () => {
  const { drop, take, names } = await dropFolder()
  drop('notes.txt', Buffer.from('something else\n'))
  drop('empty.txt', Buffer.alloc(0))
  await take()
  expect(await files()).toMatchObject([
    { file_name: 'empty.txt', layout: null, import_status: 'Failed', error_message: '檔案沒有任何資料。' },
    {
      file_name: 'notes.txt',
      layout: null,
      import_status: 'Failed',
      error_message: expect.stringContaining('無法由第 1 列判斷檔案種類'),
    },
  ])
  expect(names('done')).toHaveLength(2)
  expect(log.lines.filter(({ event }) => event === 'bank file refused')).toHaveLength(2)
})

test('a store file whose header was seen with other content is held, moved to done, and logged', async () => {
  const { drop, take, names } = await dropFolder()
  const [first, second] = [newAccount(), newAccount()]
  drop('MART.1', fileOf('store', [atStore(first)]))
  await take()
  drop('MART.2', fileOf('store', [atStore(first), atStore(second)]))
  await take()
  expect(await files()).toMatchObject([
    { file_name: 'MART.1', import_status: 'Succeeded' },
    {
      file_name: 'MART.2',
      import_status: 'Held',
      error_message: expect.stringContaining('1 筆相同、1 筆新增、0 筆缺少'),
    },
  ])
  expect(await db.selectFrom('transaction_line').select('amount').execute()).toHaveLength(1)
  expect([names(), names('done').length, names('refused')]).toEqual([[], 2, []])
  expect(log.lines.filter(({ event }) => event === 'bank file held')).toHaveLength(1)
})

test('several processes take each file once', async () => {
  const { folder, drop, names } = await dropFolder()
  for (const amount of [1, 2, 3, 4, 5]) drop(`${amount}.txt`, content(amount))
  await Promise.all([1, 2, 3].map(() => receiveBankFiles(ports, folder)))
  await ports.jobs.runUntilIdle()
  expect((await files()).map(({ import_status }) => import_status)).toEqual(
    Array.from({ length: 5 }, () => 'Succeeded'),
  )
  expect([names(), names('done').length, names('refused')]).toEqual([[], 5, []])
  expect(await db.selectFrom('remittance').select('amount').execute()).toHaveLength(5)
  expect(await db.selectFrom('file').select('id').where('kept', '=', false).execute()).toEqual([])
})

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
