import { beforeEach, expect, test } from 'vitest'
import { debitContentDays } from '../../../../src/server/payments/debits/expire-contents'
import { purgeTables } from '../../../../src/server/retention'
import type { Answer } from '../../../support/client'
import { type Portal, portal } from '../../../support/portal'
import { uploader } from '../support/uploaded-files'
import { debitBill, debitsOf, givenDebits, storedBill } from './debits'
import { r01 } from './replies'

let here: Portal
let file: Answer
let fileId: number

const sent = async () =>
  (await here.db.selectFrom('internal_debit_record').select('sent').execute()).map((record) => record.sent)
const purge = () => purgeTables(here.db, here.clock())

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
})

const exported = async () => {
  const bill = await debitBill(here)
  const maker = debitsOf(await here.as('CustomerMaker'))
  file = await maker.export()
  fileId = (await maker.files()).data.Files[0].FileId
  return bill
}

test('the content of a file, and the accounts and ids of its records, are deleted after their last day', async () => {
  const bill = await exported()
  // The debit is on the 24th, four days later.
  here.clock.advance({ days: 4 + debitContentDays })
  expect(await purge()).not.toHaveProperty('internal_debit_file')
  expect(await sent()).toMatchObject([{ DebitAccount: expect.any(String), DebitIdNo: 'A123456789' }])
  here.clock.advance({ days: 1 })
  expect(await purge()).toMatchObject({ internal_debit_file: 1 })
  expect(await sent()).toEqual([{}])
  const maker = debitsOf(await here.as('CustomerMaker'))
  for (const answer of [await maker.download(fileId), await maker.export()])
    expect(answer).toMatchObject({ code: '2004', message: /已超過保存期限（扣款日後 90 天）/ })
  expect((await maker.files()).data.Files).toMatchObject([{ FileId: fileId, RecordCount: 1, UnansweredCount: 1 }])
  expect(await purge(), 'no file twice').not.toHaveProperty('internal_debit_file')
  // A very late reply is still recognized.
  expect(await uploader(here, await here.as('BankOperator'))(r01(file, ['00']))).toMatchObject({
    ImportStatus: 'Succeeded',
  })
  expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
})

test('an old application still says that it is one', async () => {
  await debitBill(here, { payer: { DebitAuthStatus: 'None' } })
  const maker = await here.as('CustomerMaker')
  await maker.post('/Ext/BillDesignatedDebitExport/NewAuthorization', { ApplyCode: '77001', TxId: '851' })
  here.clock.advance({ days: 30 + debitContentDays })
  expect(await purge()).toMatchObject({ internal_debit_file: 1 })
  expect(await sent()).toEqual([{ AdMark: 'A' }])
})

test('a refused file has no accounts any more', async () => {
  await here.db.updateTable('agreement').set({ dual_control: true }).execute()
  await exported()
  await debitsOf(await here.as('CustomerChecker')).refuse(fileId)
  expect(await sent()).toEqual([{}])
})
