import { expect, test } from 'vitest'
import { noticeRefusal, repeatRefusal } from '../../../src/domain/bills/bill-notice'

const bill = {
  BillState: 'Active',
  ShouldPayAmount: 1000,
  PaidAmount: 0,
  address: 'wangdm@example.com',
  isDraft: false,
  isAccountReleased: false,
  hasDeclinedNotices: false,
  isUnsubscribed: false,
} as const

test.each([
  [{}, null],
  [{ PaidAmount: 400 }, null],
  [{ PaidAmount: 1000 }, '已繳清'],
  [{ PaidAmount: 1200 }, '已繳清'],
  [{ BillState: 'Void' }, '已作廢'],
  [{ isDraft: true }, '尚未開放'],
  [{ isAccountReleased: true }, '已釋出'],
  [{ hasDeclinedNotices: true }, '不通知'],
  [{ isUnsubscribed: true }, '已退訂'],
  [{ address: null }, '沒有電子郵件'],
  [{ address: '' }, '沒有電子郵件'],
  [{ address: 'wan***@example.com' }, '遮蔽'],
  [{ address: 'wangdm' }, '格式不正確'],
] as const)('the e-mail of a bill with %o: %s', (change, words) => {
  const refusal = noticeRefusal({ ...bill, ...change }, 'Email')
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(words)
})

test.each([
  ['0912345678', null],
  ['+886 912-345-678', null],
  [null, '沒有行動電話'],
  ['0912***678', '遮蔽'],
  ['02-27001234', '格式不正確'],
])('the text message to %s: %s', (address, words) => {
  const refusal = noticeRefusal({ ...bill, address }, 'SMS')
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(words)
})

test('a bill is notified once a day, and not while the former notice is on its way', () => {
  const today = '2026-11-20'
  expect(repeatRefusal({ sentOn: null, hasUnsentNotice: false }, 'Email', today)).toBeNull()
  expect(repeatRefusal({ sentOn: '2026-11-19', hasUnsentNotice: false }, 'Email', today)).toBeNull()
  expect(repeatRefusal({ sentOn: today, hasUnsentNotice: false }, 'Email', today)).toContain('今天已寄送過電子郵件通知')
  expect(repeatRefusal({ sentOn: '2026-11-19', hasUnsentNotice: true }, 'SMS', today)).toContain('還在寄送中')
})
