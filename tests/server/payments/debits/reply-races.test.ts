import { beforeEach, describe, expect, inject, test } from 'vitest'
import { modules } from '../../../../src/modules'
import type { RecordValues } from '../../../../src/schema/language/language'
import { runBankFile } from '../../../../src/server/payments/bank-files/process'
import { receiveBankFile } from '../../../../src/server/payments/bank-files/receive'
import type { JobRun, Jobs } from '../../../../src/server/ports'
import type { Answer } from '../../../support/client'
import { type Portal, portal } from '../../../support/portal'
import { runWithoutJob } from '../support/held-files'
import { debitBill, debitsOf, givenDebits, storedBill } from './debits'
import { r01 } from './replies'

let here: Portal
let bill: RecordValues
let file: Answer

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  bill = await debitBill(here)
  file = await debitsOf(await here.as('CustomerMaker')).export()
})

/** Receives a reply whose job does not run, and returns its number. */
const received = async (code: string): Promise<number> => {
  const content = async function* () {
    yield new Uint8Array(r01(file, [code]))
  }
  const enqueue: Jobs['enqueue'] = async () => 0
  const ports = { ...here.ports, jobs: { ...here.ports.jobs, enqueue } }
  return (await receiveBankFile(ports, { name: `${code}.txt`, content: content() })).serialId
}

const book = (id: number, run: JobRun = runWithoutJob) =>
  runBankFile(here.ports, { id, kinds: modules.bankFileKinds }, run)

test('a reply that contradicts one that is booked after it was verified is refused', async () => {
  const [refusal, success] = [await received('01'), await received('00')]
  let isFirst = true
  // The progress is stored after the verification, and before the first record is changed.
  const progress = async () => {
    if (isFirst) await book(refusal)
    isFirst = false
  }
  await expect(book(success, { ...runWithoutJob, progress })).rejects.toMatchObject({
    code: '3001',
    message: expect.stringMatching(/是「00」，但這一筆先前已回覆「01」，整個檔案沒有處理/),
  })
  expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 0, debit_export_time: null })
})

// The embedded database has only one connection.
test.runIf(inject('databaseUrl') !== '')('of two contradicting replies on two connections one is booked', async () => {
  const ids = [await received('01'), await received('00')]
  let waiting = 0
  let begin = () => {}
  const bothAreVerified = new Promise<void>((resolve) => {
    begin = resolve
  })
  const progress = async () => {
    waiting += 1
    if (waiting === ids.length) begin()
    await bothAreVerified
  }
  const results = await Promise.allSettled(ids.map((id) => book(id, { ...runWithoutJob, progress })))
  const [refused, other] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject({ code: '3001', message: expect.stringMatching(/但這一筆先前已回覆/) })
  expect(other).toBeUndefined()
  const records = await here.db.selectFrom('internal_debit_record').select(['state', 'result_code']).execute()
  expect(records).toHaveLength(1)
  const isPaid = records[0]?.state === 'Succeeded'
  expect(await storedBill(here, bill)).toMatchObject({ paid_amount: isPaid ? 1000 : 0 })
})

describe('a withdrawal', () => {
  let checker: ReturnType<typeof debitsOf>
  let fileId: number

  beforeEach(async () => {
    checker = debitsOf(await here.as('CustomerChecker'))
    fileId = (await checker.files()).data.Files[0].FileId
  })

  test('after the reply was verified is refused, and the reply is booked', async () => {
    const id = await received('00')
    let isFirst = true
    const progress = async () => {
      if (isFirst) expect(await checker.withdraw(fileId)).toMatchObject({ code: '2006', message: /還沒有處理完/ })
      isFirst = false
    }
    await book(id, { ...runWithoutJob, progress })
    expect(await storedBill(here, bill)).toMatchObject({ pay_status: 'Paid', debit_export_time: null })
  })

  test('at the same time is either withdrawn before the reply or not at all, and the bill is paid', async () => {
    const id = await received('00')
    const [answer] = await Promise.all([checker.withdraw(fileId), book(id)])
    const [file] = (await checker.files()).data.Files
    expect(file).toMatchObject({ State: answer.code === '0000' ? 'Withdrawn' : 'Released', SucceededCount: 1 })
    if (answer.code !== '0000') expect(answer).toMatchObject({ code: '2006', message: /已有 1 筆回覆|還沒有處理完/ })
    expect(await storedBill(here, bill)).toMatchObject({ pay_status: 'Paid' })
  })

  test('at the same time as a new export frees the bill before it or after it, and takes it once', async () => {
    const maker = debitsOf(await here.as('CustomerMaker'))
    const [withdrawn] = await Promise.all([checker.withdraw(fileId), maker.export({ DebitDate: '2026-11-25' })])
    expect(withdrawn.code).toBe('0000')
    const records = await here.db
      .selectFrom('internal_debit_record')
      .select('state')
      .where('state', '=', 'Unanswered')
      .execute()
    const { debit_export_time } = await storedBill(here, bill)
    expect(records).toHaveLength(debit_export_time === null ? 0 : 1)
  })
})
