import { expect, test } from 'vitest'
import { readyText } from '../../../src/server/node/console-text'

const account = (UniformNo: string, UserId: string, company: string) => ({
  UniformNo,
  UserId,
  Mima: 'Demo2026x',
  company,
  label: '經辦',
})

test('the console output of a demo ends with the addresses and the accounts, one line for each company', () => {
  const companies = [
    account('90000017', 'admin01', '示範社區'),
    account('90000017', 'maker01', '示範社區'),
    account('04595257', 'bankop01', '示範商業銀行'),
  ]
  const payers = [
    {
      UniformNo: '90000012',
      company: '示範人壽',
      label: '繳款人',
      fields: { IdNo: 'A123456789', Mobile: '0912345678' },
    },
  ]
  expect(readyText('http://localhost:3000', { companies, payers }).split('\n')).toEqual([
    '',
    'The portal is ready (Ctrl-C stops it):',
    '  companies and bank  http://localhost:3000/company',
    '  payers              http://localhost:3000/client',
    '  demo messages       http://localhost:3000/demo/outbox',
    '',
    'Demo accounts (uniform number: users), password Demo2026x:',
    '  90000017: admin01, maker01  示範社區',
    '  04595257: bankop01  示範商業銀行',
    'Demo payers:',
    '  90000012: IdNo A123456789, Mobile 0912345678  示範人壽',
  ])
})

test('outside demo mode it ends with the addresses', () => {
  expect(readyText('http://localhost:8080', null).split('\n').slice(-2)).toEqual([
    '  companies and bank  http://localhost:8080/company',
    '  payers              http://localhost:8080/client',
  ])
})
