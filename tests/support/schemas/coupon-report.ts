/**
 * Report pages that exist only in tests: over groups, over single records, over calls of the contract, and over
 * personal data.
 */
const parameters = {
  DateFrom: { type: 'date', label: '起日', required: true },
  DateTo: { type: 'date', label: '迄日', required: true },
  ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號' },
} as const

const period = [
  { field: 'StartDate', match: 'from', parameter: 'DateFrom' },
  { field: 'StartDate', match: 'to', parameter: 'DateTo' },
  { field: 'ApplyCode', parameter: 'ApplyCode' },
] as const

export const couponReport = {
  label: '優惠券統計表',
  kind: 'report',
  menu: { group: 'report', order: 900, icon: 'Assessment' },
  parameters: {
    ...parameters,
    Kinds: { type: 'enumList', options: { Amount: '折抵金額', Gift: '贈品' }, label: '優惠方式' },
  },
  report: {
    of: 'coupon',
    where: [...period, { field: 'CouponKind', parameter: 'Kinds' }],
    groupBy: ['ApplyCode', 'CouponKind', 'StartDate'],
    columns: [
      'ApplyCode',
      'CouponKind',
      'StartDate',
      { name: 'Coupons', label: '張數', count: true },
      { name: 'Amount', label: '折抵金額', sum: 'Amount' },
    ],
    subtotals: ['ApplyCode'],
    sort: ['CouponKind', '-StartDate'],
    period: { from: 'DateFrom', to: 'DateTo', maxDays: 92 },
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const couponList = {
  label: '優惠券明細表',
  kind: 'report',
  menu: { group: 'report', order: 901, icon: 'Assessment' },
  parameters,
  report: {
    of: 'coupon',
    where: [...period, { field: 'CouponName', match: 'contains', values: ['優惠'] }],
    columns: ['CouponCode', { field: 'CouponName', label: '名稱' }, 'StartDate', { field: 'Amount', total: true }],
    period: { from: 'DateFrom', to: 'DateTo' },
    maxRows: 3,
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const payerRoll = {
  label: '繳款人名冊',
  kind: 'report',
  menu: { group: 'report', order: 903, icon: 'Assessment' },
  parameters: {},
  report: {
    of: 'payer',
    where: [{ field: 'ApplyCode', values: ['77001'] }],
    columns: ['PayerId', 'PayerName', 'Mobile'],
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const couponCall = {
  label: '優惠券清冊',
  kind: 'report',
  menu: { group: 'report', order: 902, icon: 'Assessment' },
  parameters: {},
  report: {
    call: 'Customer.list',
    fields: {
      UniformNo: { type: 'uniformNo', label: '統一編號' },
      CustomerName: { type: 'string', label: '名稱', max: 60 },
    },
    columns: ['UniformNo', 'CustomerName'],
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const payerCall = {
  label: '繳款人清冊',
  kind: 'report',
  menu: { group: 'report', order: 904, icon: 'Assessment' },
  parameters: { ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號' } },
  report: {
    call: 'Payer.list',
    fields: {
      PayerId: { type: 'string', label: '代號', max: 20 },
      PayerName: { type: 'string', label: '姓名', max: 60 },
      ZipCode: { type: 'zipCode', label: '郵遞區號' },
    },
    columns: ['PayerId', 'PayerName', 'ZipCode'],
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const
