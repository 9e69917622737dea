import { describe, expect, test } from 'vitest'
import { validateRecord } from '../../src/schema/rules/validate'
import { portal } from './portal-files'

const today = '2026-11-20'
const create = (resource: string, input: Record<string, unknown>) =>
  validateRecord(portal.get(resource), input, { mode: 'create', today, role: '' })
const update = (resource: string, input: Record<string, unknown>, previous?: Record<string, unknown>) =>
  validateRecord(portal.get(resource), input, { mode: 'update', today, role: '', previous })

const fee = { ApplyCode: '77001', FeeCode: 'F01', FeeName: '管理費', SortNo: 1 }
const payer = { ApplyCode: '77001', PayerId: 'A1-0501', PayerName: '王大明' }
const term = {
  ApplyCode: '77001',
  BillTermId: '2026-11',
  BillTermName: '115年11月管理費',
  BillCategoryCode: 'MGT',
  BillChineseName: '社區管理費繳款單',
  PaymentStartDate: '2026-11-01',
  PaymentEndDate: '2026-11-30',
}

describe('a new record', () => {
  test('gets its defaults, and null for empty fields', () => {
    expect(create('fee', { ...fee, DefaultAmount: '' })).toEqual({
      value: { ...fee, BillCategoryCode: null, DefaultAmount: null, FeeStatus: 'Active', Remark: null },
      errors: {},
    })
  })

  test('has its codes folded to half-width upper case, and its names as typed', () => {
    const { value, errors } = create('fee', {
      ...fee,
      FeeCode: ' ｆ０１ ',
      FeeName: ' 管理費（１２２號） ',
      SortNo: '１２',
    })
    expect(errors).toEqual({})
    expect(value).toMatchObject({ FeeCode: 'F01', FeeName: '管理費（１２２號）', SortNo: 12 })
  })

  test('reports each empty required field with advice', () => {
    expect(create('fee', {}).errors).toEqual({
      ApplyCode: '請選擇委託單位代號。',
      FeeCode: '請填寫繳費項目代碼。',
      FeeName: '請填寫繳費項目名稱。',
    })
  })

  test('counts characters as users do', () => {
    expect(create('fee', { ...fee, FeeName: '管'.repeat(25) }).errors).toEqual({
      FeeName: '繳費項目名稱最多 20 個字，目前 25 個字。',
    })
    expect(create('fee', { ...fee, FeeName: '𠮷'.repeat(20) }).errors).toEqual({})
  })

  test('is refused with fields that the resource does not have', () => {
    expect(create('fee', { ...fee, FeeNmae: 'x', constructor: 'y' }).errors).toEqual({
      FeeNmae: '沒有這個欄位。',
      constructor: '沒有這個欄位。',
    })
  })

  test('ignores values of fields that the server sets', () => {
    const { value, errors } = create('payer', {
      ...payer,
      SerialId: 9,
      DebitAuthStatus: 'Authorized',
      CreateUser: 'x',
      UpdateTime: 'y',
      Labels: {},
      id: '9',
    })
    expect(errors).toEqual({})
    expect(Object.keys(value)).not.toEqual(expect.arrayContaining(['DebitAuthStatus']))
    expect(Object.keys(value)).not.toContain('SerialId')
  })
})

describe('numbers', () => {
  test.each([
    ['1,000', 1000],
    ['-5', -5],
    ['１，０００', 1000],
    [-0, 0],
    ['007', 7],
    [9999999, 9999999],
  ])('%j is parsed as %s', (given, wanted) => {
    const { value, errors } = create('fee', { ...fee, DefaultAmount: given })
    expect(errors).toEqual({})
    expect(Object.is(value.DefaultAmount, wanted)).toBe(true)
  })

  test.each([
    '1e3',
    '1.5',
    '0x10',
    'NaN',
    'Infinity',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    true,
    {},
    [1],
    '--1',
    '+1',
  ])('%j is refused', (given) => {
    expect(create('fee', { ...fee, DefaultAmount: given }).errors).toEqual({
      DefaultAmount: '預設金額應為整數，例如 1000。',
    })
  })

  test('an ambiguous text is refused with both readings', () => {
    expect(create('fee', { ...fee, DefaultAmount: '1,5' }).errors).toEqual({
      DefaultAmount: '預設金額的「1,5」可能是 1.5，也可能是 15，請改寫成其中一種。',
    })
    expect(create('fee', { ...fee, SortNo: '1.000' }).errors).toEqual({
      SortNo: '列印順序的「1.000」可能是 1，也可能是 1,000，請改寫成其中一種。',
    })
  })

  test('limits are reported with separators', () => {
    expect(create('fee', { ...fee, DefaultAmount: 10000000 }).errors).toEqual({
      DefaultAmount: '預設金額不可大於 9,999,999。',
    })
    expect(create('fee', { ...fee, SortNo: 0 }).errors).toEqual({ SortNo: '列印順序不可小於 1。' })
    expect(create('fee', { ...fee, DefaultAmount: '99999999999999999999' }).errors).toEqual({
      DefaultAmount: '預設金額的數字太大，系統無法處理。',
    })
  })
})

describe('texts', () => {
  test.each(['管\u0000理', '管\n理', '\u202e管理', '管\ud800', '管\u0085'])(
    '%j is refused because of invisible characters',
    (given) => {
      expect(create('fee', { ...fee, FeeName: given }).errors).toEqual({
        FeeName: '繳費項目名稱含有無法顯示的控制字元，請刪除後重新輸入。',
      })
    },
  )

  test.each([[['a']], [{ a: 1 }], [true]])('%j is not a text', (given) => {
    expect(create('fee', { ...fee, FeeName: given }).errors).toEqual({ FeeName: '繳費項目名稱應為文字。' })
  })

  test('line breaks of every kind count as one character', () => {
    expect(create('billTerm', { ...term, Notices: 'a\r\nb\rc' }).value.Notices).toBe('a\nb\nc')
    expect(create('billTerm', { ...term, Notices: `${'a\n'.repeat(11)}b` }).errors).toEqual({
      Notices: '注意事項最多 10 行，目前 12 行。',
    })
  })

  test('a pattern is reported with its own text', () => {
    expect(create('payer', { ...payer, PayerId: '王01' }).errors).toEqual({
      PayerId: '繳款人代號格式不正確，請輸入英文字母、數字、底線或連字號。',
    })
  })
})

describe('dates', () => {
  test.each(['2026/11/30', '20261130', '115/11/30', '1151130', ' 2026-11-30 '])('%s is accepted', (given) => {
    expect(create('billTerm', { ...term, PaymentEndDate: given }).value.PaymentEndDate).toBe('2026-11-30')
  })

  test.each(['2026-02-29', '11/30', 'tomorrow', 20261130.5, {}, '2026-11-30T00:00:00'])('%j is refused', (given) => {
    expect(create('billTerm', { ...term, PaymentEndDate: given }).errors).toEqual({
      PaymentEndDate: '繳款截止日不是正確的日期，請輸入如 2026/11/30 或 115/11/30。',
    })
  })

  test('the deadline must not be before the start, and at most two years after it', () => {
    expect(create('billTerm', { ...term, PaymentEndDate: '2026-10-31' }).errors).toEqual({
      PaymentEndDate: '繳款截止日不可早於繳款起日（2026/11/01）。',
    })
    expect(create('billTerm', { ...term, PaymentEndDate: '2028-11-02' }).errors).toEqual({
      PaymentEndDate: '繳款截止日不可晚於繳款起日後 2 年（2028/11/01）。',
    })
    expect(create('billTerm', { ...term, PaymentEndDate: '2028-11-01' }).errors).toEqual({})
  })

  test('an update is validated together with the unchanged values of its record', () => {
    const previous = create('billTerm', term).value
    expect(update('billTerm', { PaymentStartDate: '2026-12-01' }, previous).errors).toEqual({
      PaymentEndDate: '繳款截止日不可早於繳款起日（2026/12/01）。',
    })
  })
})

describe('codes and lists', () => {
  test('a code that the enum does not contain is refused by name', () => {
    expect(create('fee', { ...fee, FeeStatus: 'Gone' }).errors).toEqual({
      FeeStatus: '狀態沒有「Gone」這個選項，請改用：啟用、停用。',
    })
    expect(create('fee', { ...fee, FeeStatus: 'toString' }).errors).toHaveProperty('FeeStatus')
  })

  test('a list of codes has the order of the options, and each code once', () => {
    expect(
      create('payer', { ...payer, Mobile: '0912345678', NotifyMethod: ['WebService', 'SMS'] }).value.NotifyMethod,
    ).toEqual(['SMS', 'WebService'])
    expect(create('payer', { ...payer, NotifyMethod: ['None', 'None'] }).errors).toEqual({
      NotifyMethod: '通知方式重複選了「不通知」，請只留一個。',
    })
    expect(create('payer', { ...payer, NotifyMethod: 'None' }).errors).toEqual({ NotifyMethod: '通知方式應為清單。' })
    expect(create('payer', payer).value.NotifyMethod).toEqual([])
    expect(create('billCategory', { Channels: ['A0', '10', '02', '00'] }).value.Channels).toEqual([
      '00',
      '02',
      '10',
      'A0',
    ])
  })

  test('an exclusive code is accepted alone, and refused with others', () => {
    const notifiedBy = (...NotifyMethod: readonly string[]) =>
      create('payer', { ...payer, Mobile: '0912345678', Email: 'wangdm@example.com', NotifyMethod })
    expect(notifiedBy('None').errors).toEqual({})
    const message = '通知方式選了「不通知」就不能再選其他項目，請只留「不通知」，或取消「不通知」。'
    for (const others of [['Email'], ['SMS'], ['Email', 'SMS', 'WebService', 'FTP']]) {
      expect(notifiedBy(...others).errors).toEqual({})
      expect(notifiedBy(...others, 'None').errors).toEqual({ NotifyMethod: message })
      expect(notifiedBy('None', ...others).errors).toEqual({ NotifyMethod: message })
    }
  })

  test('each invalid cell of a list item has its own message with the number of the item', () => {
    const { errors } = create('billTerm', {
      ...term,
      FeeItems: [
        { FeeCode: 'F01', Amount: '1,000' },
        { Amount: 'x', Colour: 'red' },
      ],
    })
    expect(errors).toEqual({
      'FeeItems.1.Colour': '第 2 列：沒有這個欄位。',
      'FeeItems.1.FeeCode': '第 2 列：請選擇繳費項目。',
      'FeeItems.1.Amount': '第 2 列：金額應為整數，例如 1000。',
    })
  })

  test('list items are parsed like records', () => {
    expect(create('billTerm', { ...term, FeeItems: [{ FeeCode: ' F01 ', Amount: '1,000' }] }).value.FeeItems).toEqual([
      { FeeCode: 'F01', Amount: 1000 },
    ])
    expect(create('billTerm', { ...term, FeeItems: 'x' }).errors).toEqual({ FeeItems: '預設繳費項目應為清單。' })
    expect(create('billTerm', { ...term, FeeItems: Array(21).fill({ FeeCode: 'F01', Amount: 1 }) }).errors).toEqual({
      FeeItems: '預設繳費項目最多 20 列，目前 21 列。',
    })
  })
})

describe('conditions', () => {
  test('a mobile number is required where notices go by SMS', () => {
    expect(create('payer', { ...payer, NotifyMethod: ['SMS'] }).errors).toEqual({ Mobile: '請填寫行動電話。' })
    expect(create('payer', { ...payer, NotifyMethod: ['Email'] }).errors).toEqual({ Email: '請填寫電子郵件。' })
  })

  test('a store channel requires its market item', () => {
    const category = { ApplyCode: '77001', BillCategoryCode: 'MGT', BillCategoryName: '管理費' }
    expect(create('billCategory', { ...category, Channels: ['05'] }).errors).toEqual({})
    expect(create('billCategory', { ...category, Channels: ['05', '02'] }).errors).toEqual({
      MarketItemCode: '請選擇超商代收項目。',
    })
  })

  test('debit fields are required for payers with direct debit', () => {
    expect(Object.keys(create('payer', { ...payer, PayerType: 'ACH' }).errors)).toEqual([
      'DebitBankCode',
      'DebitAccount',
      'DebitIdNo',
      'DebitUserNo',
    ])
    expect(Object.keys(create('payer', { ...payer, PayerType: 'Account' }).errors)).toEqual([
      'DebitBankCode',
      'DebitAccount',
      'DebitIdNo',
    ])
  })

  test('a hidden field is neither validated nor stored', () => {
    const { value, errors } = create('payer', { ...payer, DebitAccount: 'not an account', DebitUserNo: 'P0001' })
    expect(errors).toEqual({})
    expect(value).toMatchObject({ DebitAccount: null, DebitUserNo: null })
  })

  test('an update that hides fields clears them, even if it does not name them', () => {
    const previous = {
      ...payer,
      PayerType: 'ACH',
      DebitBankCode: '008',
      DebitAccount: '123456789012',
      DebitIdNo: 'A123456789',
      DebitUserNo: 'P1',
      PayerStatus: 'Active',
    }
    expect(update('payer', { PayerType: 'Account' }, previous)).toEqual({
      value: { PayerType: 'Account', DebitUserNo: null },
      errors: {},
    })
    expect(update('payer', { PayerType: 'Normal' }, previous).value).toEqual({
      PayerType: 'Normal',
      DebitBankCode: null,
      DebitAccount: null,
      DebitIdNo: null,
      DebitUserNo: null,
    })
  })
})

describe('an update', () => {
  const previous = {
    ...payer,
    SerialId: 1,
    Mobile: '0912345678',
    NotifyMethod: ['SMS'],
    PayerType: 'Normal',
    PayerStatus: 'Active',
    Remark: 'x',
  }

  test('keeps absent fields and clears null ones', () => {
    expect(update('payer', { Remark: null }, previous)).toEqual({ value: { Remark: null }, errors: {} })
  })

  test('cannot change fields that are fixed after creation, but may repeat their value', () => {
    expect(update('payer', { ApplyCode: '77001', PayerId: 'A1-0501' }, previous).errors).toEqual({})
    expect(update('payer', { ApplyCode: '77002' }, previous).errors).toEqual({
      ApplyCode: '委託單位代號建立後不可修改。',
    })
  })

  test('cannot clear a required field, or one that another field requires', () => {
    expect(update('payer', { PayerName: ' ' }, previous).errors).toEqual({ PayerName: '請填寫繳款人姓名。' })
    expect(update('payer', { Mobile: null }, previous).errors).toEqual({ Mobile: '請填寫行動電話。' })
  })

  test('rejects a mask as the value of a masked field', () => {
    expect(update('payer', { Mobile: '0912***678' }, previous).errors).toHaveProperty('Mobile')
    expect(update('payer', { PayerName: '王○明' }, previous).errors).toEqual({
      PayerName: '繳款人姓名是遮罩後的內容，請輸入完整的繳款人姓名，或保留原值。',
    })
    expect(update('payer', { PayerName: '王大明' }, previous).errors).toEqual({})
  })
})
