import { beforeEach, expect, test } from 'vitest'
import type { Layout } from '../../../src/schema/layouts/layout'
import { defineBankFile } from '../../../src/server/module'
import { bankFileTools } from '../../../src/server/node/bank-file-tools'
import { defineBankFileKind } from '../../../src/server/payments/bank-files/kind'
import { endFile, markAsFailed, storeSummary } from '../../../src/server/payments/bank-files/outcome'
import { BankFileRefusal, type LineValues } from '../../../src/server/payments/files/bank-file'
import { readBankFile } from '../../../src/server/payments/files/read-bank-file'
import { writeBankFile } from '../../../src/server/payments/files/write-bank-file'
import { portal } from '../../support/portal'
import { newAccount } from './support/booking'
import { atBank, fileOf } from './support/files'
import { uploader } from './support/uploaded-files'

/** The replies of a bank to debit requests: the account, the amount, and whether it was debited. */
const layout: Layout = {
  label: '扣款回覆檔',
  shortLabel: '扣款回覆',
  encoding: 'Big5',
  length: 24,
  details: {
    reply: {
      fields: {
        Account: { type: 'digits', offset: 1, length: 14, label: '扣款帳號' },
        Amount: { type: 'number', offset: 15, length: 9, label: '扣款金額' },
        Result: { type: 'digits', offset: 24, length: 1, label: '扣款結果' },
      },
    },
  },
}

const booked: LineValues[] = []
const failures: unknown[] = []

const debitReply = defineBankFileKind({
  layout: { fields: ['Account', 'Amount', 'Result'], headerFields: [] },
  verify: async (ports, file) => {
    const replies: LineValues[] = []
    const lines = readBankFile(file.layout, file.open(), ports.bankFileTools)
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return { summary: value, replies }
      if (value.values.Result === '9') throw new BankFileRefusal('第 1 列的扣款結果不是已知的代碼。', value.lineNo, 24)
      replies.push(value.values)
    }
  },
  book: async (ports, { file: { id }, verified: { summary, replies } }, run) => {
    await ports.backgroundDb.transaction().execute(async (trx) => {
      await storeSummary(trx, id, summary)
      booked.push(...replies)
      await endFile(ports, trx, { id, run, result: { repeated: 0 }, resultText: `${summary.count} 筆扣款回覆已處理。` })
    })
  },
  onFailure: async (ports, failed) => {
    failures.push(failed.reason)
    await markAsFailed(ports, failed)
  },
})

const here = await portal({
  layouts: { debitReply: layout },
  modules: [defineBankFile('debitReply', debitReply)],
})
const { as } = here
const operator = await as('BankOperator')
const uploaded = uploader(here, operator)

const replyFile = (...replies: readonly LineValues[]): Buffer =>
  Buffer.concat([
    ...writeBankFile(layout, { details: replies.map((values) => ({ kind: 'reply', values })) }, bankFileTools.big5),
  ])

const reply = { Account: '01234567890123', Amount: 1200, Result: '0' }

beforeEach(() => {
  booked.length = 0
  failures.length = 0
})

test('a file of another kind is recognized by its layout, and its lines are booked as the kind says', async () => {
  expect(await uploaded(replyFile(reply, { ...reply, Amount: 300 }))).toMatchObject({
    Layout: 'debitReply',
    ImportStatus: 'Succeeded',
    LineCount: 2,
    TotalAmount: 1500,
    ResultText: '2 筆扣款回覆已處理。',
  })
  expect(booked).toEqual([reply, { ...reply, Amount: 300 }])
  expect(failures).toEqual([])
})

test('a user can choose the kind, and filter the list by it', async () => {
  const { SerialId } = await uploaded(replyFile({ ...reply, Amount: 7 }), { Layout: 'debitReply' })
  const { data } = await operator.get('/BankFile', { Layout: 'debitReply', SortField: 'SerialId', SortOrder: 'DESC' })
  expect(data.Items[0]).toMatchObject({ SerialId, Layout: 'debitReply' })
  expect(here.schemas.get('bankFile').fields.find(({ name }) => name === 'Layout')).toMatchObject({
    options: expect.arrayContaining([['debitReply', '扣款回覆']]),
  })
})

test('its failure is recorded as the kind says', async () => {
  expect(await uploaded(replyFile({ ...reply, Result: '9' }))).toMatchObject({
    Layout: 'debitReply',
    ImportStatus: 'Failed',
    ErrorMessage: '第 1 列的扣款結果不是已知的代碼。',
    ErrorLine: 1,
    ErrorColumn: 24,
    LineCount: null,
    ResultText: null,
  })
  expect(failures).toMatchObject([{ lineNo: 1, column: 24 }])
  expect(booked).toEqual([])
})

test('the other kinds are booked as before, with their result as a sentence', async () => {
  expect(await uploaded(fileOf('bank', [atBank(newAccount(), { TxnSeq: '910001' })]))).toMatchObject({
    Layout: 'bank',
    ImportStatus: 'Succeeded',
    ResultText: '1 筆交易已處理：銷帳 0 筆，例外 1 筆。',
  })
})
