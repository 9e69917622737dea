import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { JobCancelled } from '../../../src/server/jobs/job-rows'
import { bankFileJob } from '../../../src/server/payments/bank-files/enqueue'
import { onBankFileFailure, runBankFile } from '../../../src/server/payments/bank-files/process'
import { receiveBankFile } from '../../../src/server/payments/bank-files/receive'
import type { JobRun } from '../../../src/server/ports'
import { uploadBankFile } from '../../support/payments/bank-file-upload'
import { portal, twoCompanies } from '../../support/portal'
import { book, givenBill, newAccount, paidOn, reported, waitingTransactions } from './support/booking'
import { atBank, atPost, atStore, bookFile, fileOf } from './support/files'
import { expectCorrectLedger, person } from './support/persons'
import { cashFlow, remittance, uploader } from './support/uploaded-files'

const here = await portal()
const { as, db, ports } = here
await twoCompanies(here)
const operator = await as('BankOperator', { UserId: 'bankop1' })
const uploaded = uploader(here, operator)

const tables = ['remittance', 'remittance_check', 'bank_file_difference', 'bank_file', 'job'] as const

beforeEach(async () => {
  await ports.jobs.runUntilIdle()
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
})

afterEach(() => expectCorrectLedger(here))

/** The functions by which a handler controls its job, without a job. */
const untiedRun: JobRun = { id: 0, progress: async () => {}, confirm: async () => {}, end: async () => {} }

type Detail = ReturnType<typeof atStore>

/** Uploads a file of payments at a store, waits until it is processed, and returns its record. */
const sent = (...details: readonly Detail[]) => uploaded(fileOf('store', details))

const recordOf = async ({ SerialId }: RecordValues): Promise<RecordValues> => (await operator.get(`/BankFile/${SerialId}`)).data

/** Makes a call that says what a held file is, and returns the record when it has been processed. */
const released = async (file: RecordValues, call: 'Replace' | 'Append'): Promise<RecordValues> => {
  const answer = await operator.post(`/Ext/BankFile/${file.SerialId}/${call}`, { UpdateTime: file.UpdateTime })
  expect(answer, answer.message).toMatchObject({ code: '0000', data: { SerialId: file.SerialId } })
  await ports.jobs.runUntilIdle()
  return recordOf(file)
}

/** Returns the number and the sum of the payments on record for these accounts, reversed ones excluded. */
const bookedOn = async (accounts: readonly string[]) => {
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::int as sum
    from transaction_line
    where vac_account = any(${[...accounts]}::text[]) and parent_serial_id is null and write_off_status <> 'Reversed'`.execute(db)
  return rows[0]
}

/** Returns the audit lines of corrections of the lines with an account. */
const correctionsOf = async (account: string): Promise<readonly RecordValues[]> => {
  const { rows } = await sql<RecordValues>`
    select a.user_id, a.before, a.after
    from audit_log a
    join transaction_line l on l.serial_id::text = a.record_key
    where a.resource = 'TLDetail' and a.action = 'Correct' and l.vac_account = ${account}`.execute(db)
  return rows
}

const threeAccounts = () => [newAccount(), newAccount(), newAccount()] as const

const differencesOf = async (file: RecordValues) => (await operator.get(`/Ext/BankFile/${file.SerialId}/GetDifferences`)).data.Differences

describe('a store file that is sent again with other content', () => {
  test('is held with the figures of its differences, and nothing of it is booked', async () => {
    const [a, b, c] = threeAccounts()
    const first = await sent(atStore(a), atStore(b))
    const second = await sent(atStore(a), atStore(b), atStore(c))
    expect(first).toMatchObject({ ImportStatus: 'Succeeded', HoldReason: null })
    expect(second).toMatchObject({
      ImportStatus: 'Held',
      HoldReason: 'SameHeader',
      HoldDecision: null,
      LineCount: 3,
      TotalAmount: 3000,
      EqualCount: 2,
      NewCount: 1,
      MissingCount: 0,
      CorrectedCount: 0,
      RepeatedCount: null,
      ErrorMessage: `檔頭的代收機構與日期和先前的檔案（序號 ${first.SerialId}）相同，內容不同：2 筆相同、1 筆新增、0 筆缺少。尚未入帳，請確認是「更正版」或「追加」；檔案有誤時請刪除。`,
    })
    expect(await bookedOn([a, b, c])).toEqual({ count: 2, sum: 2000 })
    const [job] = (await operator.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({ RecordId: String(second.SerialId), State: 'done', Note: second.ErrorMessage, Unread: true })
  })

  test('in another order needs no decision: every line counts as repeated', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a), atStore(b), atStore(c))
    expect(await sent(atStore(c), atStore(a), atStore(b))).toMatchObject({
      ImportStatus: 'Succeeded',
      HoldReason: null,
      LineCount: 3,
      WrittenOffCount: 0,
      ExceptionCount: 0,
      RepeatedCount: 3,
      EqualCount: 3,
    })
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('of another day or of another agency is booked', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    for (const [account, header] of [
      [b, { TransDate: '2026-11-18' }],
      [c, { AgencyCode: 'TFM' }],
    ] as const)
      expect(await uploaded(fileOf('store', [atStore(account)], header))).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 1 })
  })

  test('byte for byte is ignored as a whole, while the first one is held too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const bytes = fileOf('store', [atStore(a), atStore(b)])
    const { SerialId } = await uploaded(bytes)
    expect(await uploadBankFile(operator, bytes)).toMatchObject({
      code: '2003',
      message: expect.stringMatching(new RegExp(`序號 ${SerialId}「.*」，待確認），還沒有入帳；請開啟該檔案，確認是「更正版」或「追加」。$`)),
    })
  })

  test('from the drop folder is held, too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const content = fileOf('store', [atStore(a), atStore(b)])
    here.log.lines.length = 0
    const { serialId } = await receiveBankFile(ports, {
      name: 'MART',
      content: (async function* () {
        yield content
      })(),
    })
    await ports.jobs.runUntilIdle()
    expect(await recordOf({ SerialId: serialId })).toMatchObject({ Source: 'Folder', ImportStatus: 'Held', EqualCount: 1, NewCount: 1 })
    expect(here.log.lines.filter(({ event }) => event === 'bank file held')).toMatchObject([{ level: 'warn', facts: { file: serialId } }])
  })

  test('can be deleted, and is then as if it had not come', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(b))
    expect(await operator.delete(`/BankFile/${held.SerialId}`)).toMatchObject({ code: '0000' })
    expect(await db.selectFrom('bank_file_difference').selectAll().execute()).toEqual([])
    expect(await sent(atStore(b))).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 1, MissingCount: 1 })
  })
})

describe('更正版', () => {
  test('books a new line, and counts the equal ones as repeated', async () => {
    const bill = await givenBill(here)
    const [a, b] = threeAccounts()
    await sent(atStore(a), atStore(b))
    const held = await sent(atStore(a), atStore(String(bill.VACAccount)), atStore(b))
    expect(await released(held, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      HoldReason: 'SameHeader',
      HoldDecision: 'Replaces',
      LineCount: 3,
      WrittenOffCount: 1,
      ExceptionCount: 0,
      RepeatedCount: 2,
      ErrorMessage: null,
      UpdateUser: 'bankop1',
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
    const { rows } = await sql<RecordValues>`
      select user_id, action, before, after from audit_log where resource = 'bankFile' and record_key = ${String(held.SerialId)} order by id desc limit 1`.execute(
      db,
    )
    expect(rows).toMatchObject([{ user_id: 'bankop1', action: 'Replace', before: { NewCount: 1 }, after: { HoldDecision: 'Replaces' } }])
  })

  test('with a corrected store number books nothing, and changes the line of the payment', async () => {
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    const first = await sent(atStore(account), atStore(newAccount()))
    const { rows: lines } = await sql<{ id: number }>`select serial_id as id from transaction_line where vac_account = ${account}`.execute(db)
    const second = [atStore(account, { StoreNo: '654321', AccountDate: '2026-11-20' }), atStore(newAccount())]
    const held = await sent(...second)
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 2, MissingCount: 2, CorrectedCount: 1 })
    expect(await differencesOf(held)).toMatchObject([
      { Kind: 'Missing', LineNo: null, StoreNo: null, BookedStoreNo: '123456', WriteOffStatus: 'Exception' },
      { Kind: 'Corrected', LineNo: 2, LineSerialId: lines[0]?.id, VACAccount: account, Amount: 1000, StoreNo: '654321', BookedStoreNo: '123456' },
      { Kind: 'New', LineNo: 3, LineSerialId: null, BookedStoreNo: null, WriteOffStatus: null },
    ])
    expect(await released(held, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', WrittenOffCount: 0, ExceptionCount: 1, RepeatedCount: 1 })
    const { rows } = await sql<RecordValues>`
      select serial_id, store_no, account_date, amount, write_off_status, bank_file_serial_id from transaction_line where vac_account = ${account}`.execute(db)
    expect(rows).toEqual([
      {
        serial_id: lines[0]?.id,
        store_no: '654321',
        account_date: '2026-11-20',
        amount: 1000,
        write_off_status: 'WrittenOff',
        bank_file_serial_id: first.SerialId,
      },
    ])
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
    expect(await correctionsOf(account)).toEqual([
      {
        user_id: 'bankop1',
        before: { StoreNo: '123456', AccountDate: '2026-11-19' },
        after: { StoreNo: '654321', AccountDate: '2026-11-20' },
      },
    ])
  })

  test('leaves a missing line as it is, and lists it with its present state', async () => {
    const bill = await givenBill(here)
    const a = newAccount()
    await sent(atStore(a), atStore(String(bill.VACAccount)))
    const held = await sent(atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 0, MissingCount: 1, CorrectedCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1, MissingCount: 1 })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
    expect(await differencesOf(held)).toMatchObject([{ Kind: 'Missing', VACAccount: bill.VACAccount, TradeDate: '2026-11-18', WriteOffStatus: 'WrittenOff' }])
  })

  test('with two equal lines where one was booked books the second', async () => {
    const a = newAccount()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 1, MissingCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({ ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
  })

  test('with one line where two equal ones were booked leaves both', async () => {
    const a = newAccount()
    expect(await sent(atStore(a), atStore(a))).toMatchObject({ ExceptionCount: 2, RepeatedCount: 0 })
    const held = await sent(atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 0, MissingCount: 1 })
    await released(held, 'Replace')
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
  })

  test('is what the next file with the header is compared with', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    await released(await sent(atStore(a, { StoreNo: '654321' }), atStore(b)), 'Replace')
    const third = await sent(atStore(a, { StoreNo: '654321' }), atStore(b), atStore(c))
    expect(third).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 1, MissingCount: 0 })
    expect(await sent(atStore(b), atStore(a, { StoreNo: '654321' }))).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 2 })
    await released(await recordOf(third), 'Replace')
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('compares a payment by the account that the channel reported, also when a person has corrected it', async () => {
    const bill = await givenBill(here)
    const [wrong, other] = threeAccounts()
    await sent(atStore(wrong))
    const { rows } = await sql<{ id: number }>`select serial_id as id from transaction_line where vac_account = ${wrong}`.execute(db)
    await person(here, 'maker').handle(Number(rows[0]?.id), { action: 'ChangeVACAccount', VACAccount: String(bill.VACAccount) })
    expect(await sent(atStore(wrong), atStore(other))).toMatchObject({ EqualCount: 1, NewCount: 1, MissingCount: 0 })
  })

  test('corrects the parts of a divided line with it', async () => {
    const [bill, other] = [await givenBill(here, { ShouldPayAmount: 400 }), await givenBill(here, { ShouldPayAmount: 600 })]
    const a = newAccount()
    await sent(atStore(a))
    const { rows } = await sql<{ id: number }>`select serial_id as id from transaction_line where vac_account = ${a}`.execute(db)
    const parts = [bill, other].map(({ SerialId, ShouldPayAmount }) => ({ BillSerialId: Number(SerialId), Amount: Number(ShouldPayAmount) }))
    await person(here, 'maker').handle(Number(rows[0]?.id), { action: 'Divide', parts })
    const held = await sent(atStore(a, { StoreNo: '654321' }))
    expect(held).toMatchObject({ NewCount: 1, MissingCount: 1, CorrectedCount: 1 })
    await released(held, 'Replace')
    const { rows: stores } = await sql<RecordValues>`
      select store_no, amount, channel_fee from transaction_line where serial_id = ${rows[0]?.id} or parent_serial_id = ${rows[0]?.id} order by serial_id`.execute(
      db,
    )
    expect(stores).toEqual([
      { store_no: '654321', amount: 1000, channel_fee: 10 },
      { store_no: '654321', amount: 400, channel_fee: 10 },
      { store_no: '654321', amount: 600, channel_fee: 0 },
    ])
  })

  test('keeps the item of a written-off line if its entry would change, because entries are never changed', async () => {
    await here.given.marketItem({ MarketItemCode: '7B9', FeeBearType: 'Increase', ChannelFee: 15 })
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    await sent(atStore(account))
    const held = await sent(atStore(account, { Barcode1: '1511307B9', StoreNo: '654321' }))
    expect(held).toMatchObject({ CorrectedCount: 1 })
    expect(await released(held, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1 })
    const { rows } = await sql<RecordValues>`
      select store_no, barcode1, market_item_code, channel_fee, fee_bear_type from transaction_line where vac_account = ${account}`.execute(db)
    expect(rows).toEqual([{ store_no: '654321', barcode1: '1511307B9', market_item_code: '7A1', channel_fee: 10, fee_bear_type: 'Deduct' }])
  })
})

describe('追加', () => {
  test('books all lines, equal ones too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(b))
    expect(await released(held, 'Append')).toMatchObject({ ImportStatus: 'Succeeded', HoldDecision: 'Adds', ExceptionCount: 2, RepeatedCount: 0 })
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
    expect(await bookedOn([b])).toEqual({ count: 1, sum: 1000 })
    expect(await sent(atStore(b), atStore(a), atStore(a))).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 3 })
  })
})

describe('the release of a held file', () => {
  test('by two operators at once has one effect', async () => {
    const second = await as('BankOperator', { UserId: 'bankop2' })
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(b))
    const path = `/Ext/BankFile/${held.SerialId}`
    const body = { UpdateTime: held.UpdateTime }
    const answers = await Promise.all([operator.post(`${path}/Append`, body), second.post(`${path}/Replace`, body), second.post(`${path}/Append`)])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2006', '2006'])
    await ports.jobs.runUntilIdle()
    const { HoldDecision } = await recordOf(held)
    expect(await bookedOn([a])).toEqual(HoldDecision === 'Adds' ? { count: 2, sum: 2000 } : { count: 1, sum: 1000 })
    expect(await bookedOn([b])).toEqual({ count: 1, sum: 1000 })
    expect(await operator.post(`${path}/Append`)).toMatchObject({ code: '2006' })
  })

  test('is refused for figures that are no longer those of the file', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    const [second, third] = [await sent(atStore(a), atStore(b)), await sent(atStore(a), atStore(b), atStore(c))]
    await released(second, 'Replace')
    expect(await operator.post(`/Ext/BankFile/${third.SerialId}/Replace`, { UpdateTime: third.UpdateTime })).toMatchObject({ code: '2009' })
    const compared = await recordOf(third)
    expect(compared).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 1 })
    await released(compared, 'Replace')
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('waits for another comparison if a booked payment was taken back after the first one', async () => {
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    await sent(atStore(account))
    const held = await sent(atStore(account), atStore(newAccount()))
    await book(here, reported({ ChannelId: '01', VACAccount: account, AmountSign: 'Minus' }))
    expect(await operator.post(`/Ext/BankFile/${held.SerialId}/Replace`)).toMatchObject({ code: '2009' })
    await ports.jobs.runUntilIdle()
    const compared = await recordOf(held)
    expect(compared).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 2, MissingCount: 0 })
    await released(compared, 'Replace')
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
  })

  test('that is interrupted continues with the same lines', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a), atStore(b))
    const held = await sent(atStore(a), atStore(b, { StoreNo: '654321' }), atStore(c), atStore(c))
    await operator.post(`/Ext/BankFile/${held.SerialId}/Replace`)
    await sql`update job set due_time = now() + interval '1 day' where name = ${bankFileJob} and state = 'waiting'`.execute(db)
    const dying: JobRun = { ...untiedRun, end: async () => Promise.reject(new Error('The process died.')) }
    await expect(runBankFile(ports, Number(held.SerialId), dying)).rejects.toThrow('died')
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Processing' })
    expect(await bookedOn([a, b, c])).toEqual({ count: 4, sum: 4000 })
    await sql`update job set due_time = now() where state = 'waiting'`.execute(db)
    await ports.jobs.runUntilIdle()
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 2, RepeatedCount: 2 })
    expect(await bookedOn([a, b, c])).toEqual({ count: 4, sum: 4000 })
    expect(await correctionsOf(b)).toHaveLength(1)
  })

  test('needs the rights of an operator of the bank', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(b))
    const viewer = await as('BankViewer')
    expect(await viewer.get(`/Ext/BankFile/${held.SerialId}/GetDifferences`)).toMatchObject({ status: 200 })
    const admin = await as('CustomerAdmin')
    expect(await admin.get(`/Ext/BankFile/${held.SerialId}/GetDifferences`)).toMatchObject({ status: 403 })
    for (const user of [viewer, admin])
      for (const call of ['Replace', 'Append']) expect(await user.post(`/Ext/BankFile/${held.SerialId}/${call}`)).toMatchObject({ status: 403 })
    expect(await operator.post('/Ext/BankFile/999999/Replace')).toMatchObject({ status: 404 })
  })
})

describe('files with the same header at the same time', () => {
  /** Uploads files whose jobs do not run yet, and returns the numbers of their records. */
  const waitingFiles = async (...files: readonly (readonly Detail[])[]): Promise<readonly number[]> => {
    const ids: number[] = []
    for (const details of files) ids.push(Number((await uploadBankFile(operator, fileOf('store', details))).data.SerialId))
    await sql`update job set due_time = now() + interval '1 day' where state = 'waiting'`.execute(db)
    return ids
  }

  const runAll = async (): Promise<void> => {
    await sql`update job set due_time = now() where state = 'waiting'`.execute(db)
    await ports.jobs.runUntilIdle()
  }

  // Locks need several connections; the embedded database has one.
  test.runIf(inject('databaseUrl') !== '')('in two processes are not both booked', async () => {
    const [a, b] = threeAccounts()
    const ids = await waitingFiles([atStore(a)], [atStore(a), atStore(b)])
    const waiting = () => waitingTransactions(db)
    const { runs } = await db.transaction().execute(async (records) => {
      const begun = await db.transaction().execute(async (contents) => {
        await sql`lock table file_chunk in access exclusive mode`.execute(contents)
        const running = ids.map((id) => runBankFile(ports, id, untiedRun))
        await expect.poll(waiting).toBe(2)
        // Lets both processes read the records, but not change them.
        await sql`lock table bank_file in share mode`.execute(records)
        return { running }
      })
      await expect.poll(waiting).toBe(2)
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
    const dying: JobRun = { ...untiedRun, end: async () => Promise.reject(new Error('The process died.')) }
    await expect(runBankFile(ports, first, dying)).rejects.toThrow('died')
    await runBankFile(ports, second, untiedRun)
    const early = await recordOf({ SerialId: second })
    expect(early).toMatchObject({ ImportStatus: 'Held', EqualCount: null, ErrorMessage: expect.stringMatching(/等先前的檔案處理完成後，系統會比對內容。$/) })
    expect(await operator.post(`/Ext/BankFile/${second}/Replace`)).toMatchObject({ code: '2006' })
    await runAll()
    expect(await recordOf({ SerialId: first })).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 1 })
    expect(await recordOf({ SerialId: second })).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 1, MissingCount: 0 })
  })

  test('are compared, too, if the first one fails, and the failed one is held when it is processed again after the other', async () => {
    const [a, b, c] = threeAccounts()
    const [first = 0, second = 0] = await waitingFiles([atStore(a), atStore(b)], [atStore(a), atStore(b), atStore(c)])
    // The process died when it had booked the first of two lines.
    await expect(runBankFile(ports, first, { ...untiedRun, progress: async () => Promise.reject(new Error('The process died.')) })).rejects.toThrow('died')
    const plan = { isBooked: (lineNo: number) => lineNo === 2, corrections: new Map() }
    await bookFile(here, { layout: 'store', bytes: fileOf('store', [atStore(a), atStore(b)]), SerialId: first, plan })
    await runBankFile(ports, second, untiedRun)
    await onBankFileFailure(ports, first, new JobCancelled())
    await runAll()
    expect(await recordOf({ SerialId: first })).toMatchObject({ ImportStatus: 'Failed', LineCount: 2 })
    const held = await recordOf({ SerialId: second })
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 2, MissingCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1, ExceptionCount: 2 })
    expect(await operator.post(`/Ext/BankFile/${first}/Retry`)).toMatchObject({ code: '0000' })
    await ports.jobs.runUntilIdle()
    const again = await recordOf({ SerialId: first })
    expect(again).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 0, MissingCount: 1 })
    expect(await operator.delete(`/BankFile/${first}`)).toMatchObject({ code: '2006', message: expect.stringContaining('一部分交易已經入帳') })
    expect(await released(again, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('of which two were released lose the older decision if its file failed', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    const second = await sent(atStore(a), atStore(b))
    const third = await sent(atStore(a), atStore(b), atStore(c))
    await operator.post(`/Ext/BankFile/${second.SerialId}/Replace`)
    expect(await operator.post(`/Ext/BankFile/${third.SerialId}/Replace`)).toMatchObject({ code: '2006', message: expect.stringContaining('正在處理') })
    await sql`update job set cancel_time = now() where state = 'waiting'`.execute(db)
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
    await onBankFileFailure(ports, Number(held.SerialId), new Error('The comparison failed.'))
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Failed' })
    await operator.post(`/Ext/BankFile/${held.SerialId}/Retry`)
    await ports.jobs.runUntilIdle()
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 1, MissingCount: 1 })
  })
})

describe('other files that are sent again with one line more', () => {
  test('of the bank book only that line', async () => {
    const [a, b] = threeAccounts()
    const [first, second] = [atBank(a, { TxnSeq: '800001' }), atBank(b, { TxnSeq: '800002' })]
    await uploaded(fileOf('bank', [first]))
    expect(await uploaded(fileOf('bank', [second, first]))).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
  })

  test('of the bank book equal payments without a serial once each', async () => {
    const [a, b] = threeAccounts()
    const withoutSerial = (account: string) => atBank(account, { TxnSeq: '' })
    expect(await uploaded(fileOf('bank', [withoutSerial(a), withoutSerial(a)]))).toMatchObject({ ExceptionCount: 2 })
    expect(await uploaded(fileOf('bank', [withoutSerial(b), withoutSerial(a), withoutSerial(a)]))).toMatchObject({ ExceptionCount: 1, RepeatedCount: 2 })
    expect(await bookedOn([a, b])).toEqual({ count: 3, sum: 3000 })
  })

  test('of the post office book only that line, with or without a serial', async () => {
    const [a, b] = threeAccounts()
    const [first, second] = [atPost(a, { TxnSeq: '' }), atPost(b)]
    await uploaded(fileOf('post', [first]))
    expect(await uploaded(fileOf('post', [second, first]))).toMatchObject({ ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
  })

  test('of remittances store only that line', async () => {
    await uploaded(cashFlow(remittance(1000)))
    expect(await uploaded(cashFlow(remittance(2000), remittance(1000)))).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1 })
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(2)
  })
})
