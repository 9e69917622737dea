import { describe, expect, test } from 'vitest'
import { layoutNamed } from '../../src/schema/layouts/layout'
import { isLayoutFile } from '../../src/schema/layouts/layout-files'
import { loadSchemas } from '../../src/schema/load/load'
import { bankFileTools } from '../../src/server/node/bank-file-tools'
import { readSchemaFiles } from '../../src/server/node/schemas/schema-files'
import {
  authorizationLayout,
  type FileValues,
  filledValues,
  type RequestValues,
  writtenLine,
} from '../../src/server/payments/debits/media'
import { misfitText } from '../../src/server/payments/files/fit-value'
import { writeBankFile } from '../../src/server/payments/files/write-bank-file'
import { type Medium, readMedium } from '../support/payments/debit-media'

const { layouts, problems } = loadSchemas(readSchemaFiles('schemas').filter(isLayoutFile))
const layoutNames = { AchP01: 'achP01', Fisc200: 'fisc200', BankOwn: 'bankOwn', AchP02: authorizationLayout }

const fileValues: FileValues = {
  ApplyCode: '77001',
  UniformNo: '90000017',
  RealAccount: '1234567890123',
  PresentingBank: '999',
  TxId: '851',
  DebitDate: '2026-12-10',
  CreateDate: '2026-12-09',
  CreateTime: '150300',
}
const requests: readonly RequestValues[] = [
  {
    Seq: '1',
    DebitBankCode: '008',
    DebitAccount: '123456789012',
    DebitIdNo: 'A123456789',
    DebitUserNo: 'P0001',
    VACAccount: '77001260001235',
    Amount: 1500,
    AdMark: 'A',
  },
  {
    Seq: '2',
    DebitBankCode: '812',
    DebitAccount: '98765432101234',
    DebitIdNo: 'F234567898',
    DebitUserNo: 'P0002',
    VACAccount: '77001260001242',
    Amount: 3600,
    AdMark: 'D',
  },
]

const written = (medium: Medium): Buffer => {
  const layout = layoutNamed(layouts, layoutNames[medium])
  const [kind, line] = writtenLine(layout)
  const details = requests.map((request) => ({ kind, values: filledValues(line, { ...fileValues, ...request }) }))
  const header = layout.header ? { header: filledValues(layout.header, fileValues) } : {}
  return Buffer.concat([...writeBankFile(layout, { ...header, details }, bankFileTools.big5)])
}

test('the layouts of the media have no mistakes', () => expect(problems).toEqual([]))

describe('a medium, read by the tables of its documents alone', () => {
  test('of the clearing house is the sample of its specification, byte by byte', () => {
    const blanks = (count: number) => ' '.repeat(count)
    const detail = (start: string, id: string, user: string, account: string) =>
      `${start}  B90000017  ${id}${blanks(23)}${user}${blanks(15)}${account}${blanks(36)}00000${blanks(59)}`
    const lines = [
      `BOFACHP010115121015030099900009990250V10${blanks(210)}`,
      detail(
        'NSD8510000000199900000001234567890123008000000001234567890120000001500',
        'A123456789',
        'P0001',
        '77001260001235',
      ),
      detail(
        'NSD8510000000299900000001234567890123812000000987654321012340000003600',
        'F234567898',
        'P0002',
        '77001260001242',
      ),
      `EOFACHP010115121099900009990250000000020000000000005100${blanks(195)}`,
    ]
    expect(written('AchP01').toString('latin1')).toBe(lines.map((line) => `${line}\r\n`).join(''))
    expect(readMedium('AchP01', written('AchP01')).details[1]).toMatchObject({ SEQ: '00000002', AMT: '0000003600' })
  })

  test('of FISC has no header and no trailer, and an amount of 11 digits with 2 decimals', () => {
    expect(readMedium('Fisc200', written('Fisc200')).details).toEqual([
      expect.objectContaining({
        date: '1151210',
        sequence: '0000000001',
        amount: '0000000150000',
        bank: '0080000',
        account: '0000123456789012',
        'unit code': '77001',
        'write-off number': '77001260001235',
      }),
      expect.objectContaining({ sequence: '0000000002', amount: '0000000360000' }),
    ])
  })

  test('of the bank itself has days as yyyyMMdd', () => {
    expect(readMedium('BankOwn', written('BankOwn'))).toMatchObject({
      header: { ApplyCode: '77001', 'debit date': '20261210', created: '20261209150300' },
      details: [
        { sequence: '00000001', 'payer id': 'A123456789', amount: '00000001500', 'user number': 'P0001' },
        { 'account no': '77001260001242' },
      ],
      trailer: { count: '00000002', total: '00000000005100' },
    })
  })

  test('of authorizations says who is added and who is cancelled', () => {
    expect(readMedium('AchP02', written('AchP02')).details).toMatchObject([
      { SEQ: '000001', TXID: '851', RCLNO: '00123456789012', USERNO: 'P0001', ADMARK: 'A', DATE: '01151209' },
      { SEQ: '000002', RCLNO: '98765432101234', ADMARK: 'D' },
    ])
  })
})

describe('a value that does not fit its field', () => {
  const misfit = (medium: Medium, values: RequestValues) => {
    const [, line] = writtenLine(layoutNamed(layouts, layoutNames[medium]))
    return misfitText(line, filledValues(line, { ...fileValues, ...requests[0], ...values }), bankFileTools.big5)
  }

  test.each([
    ['an account that is too long', 'AchP02', { DebitAccount: '1234567890123456' }, '「委繳戶帳號」超過 14 個位元組'],
    ['an account with a letter', 'AchP01', { DebitAccount: '12345A' }, '「收受者帳號」應全部是數字'],
    ['a missing id', 'AchP01', { DebitIdNo: null }, '「收受者統一編號」沒有內容'],
    ['an amount that is too large', 'AchP01', { Amount: 12_345_678_901 }, '「金額」超過 10 個位元組'],
    ['a user number with a rare character', 'AchP01', { DebitUserNo: '𠮷1' }, '「用戶號碼」不是 Big5 編碼的文字'],
  ] as const)('is named with its reason: %s', (_, medium, values, text) => expect(misfit(medium, values)).toBe(text))

  test('is none where the layout does not need it', () => expect(misfit('BankOwn', { DebitUserNo: null })).toBeNull())
})

test("a bank's own codes in the layout replace those that the portal derives from the code of the bank", () => {
  const layout = layoutNamed(layouts, 'achP01')
  const [, line] = writtenLine(layout)
  const { PresentingBank } = line.fields
  if (!PresentingBank) throw new Error('The layout has no presenting bank.')
  const ownCode = { fields: { ...line.fields, PresentingBank: { ...PresentingBank, value: '9990012' } } }
  expect(filledValues(line, fileValues).PresentingBank).toBe('9990000')
  expect(filledValues(ownCode, fileValues)).not.toHaveProperty('PresentingBank')
})
