/** Report pages over bills that exist only in tests: write-offs, the payments of a day, and monthly statistics. */
const applyCode = { ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位', required: true } } as const

const period = {
  DateFrom: { type: 'date', label: '起日', required: true },
  DateTo: { type: 'date', label: '迄日', required: true },
} as const

const isStore = { field: 'ChannelId', in: ['01', '02', '03', '04'] } as const

/** Computed columns: the fee of the channel, and the amount after it. */
const fees = [
  { name: 'ChannelFee', label: '手續費', as: 'money', value: { when: isStore, value: 10, otherwise: 0 }, total: true },
  {
    name: 'NetAmount',
    label: '入帳金額',
    as: 'money',
    value: { subtract: [{ field: 'PaidAmount' }, { field: 'ChannelFee' }] },
    total: true,
  },
] as const

const paid = { field: 'PayStatus', values: ['PartialPaid', 'Paid', 'OverPaid'] } as const

export const billWriteOff = {
  label: '銷帳明細報表',
  kind: 'report',
  menu: { group: 'report', order: 910, icon: 'Print' },
  parameters: {
    ...applyCode,
    DateType: {
      type: 'enum',
      options: { Paid: '繳款日', Due: '截止日' },
      label: '日期別',
      required: true,
      default: 'Paid',
    },
    ...period,
    ChannelId: { type: 'enum', enum: 'Channel', label: '繳款通路' },
    BillTermId: { type: 'reference', to: 'billTerm', by: 'BillTermId', label: '代收期別' },
  },
  report: {
    of: 'bills',
    where: [
      { field: 'ApplyCode', parameter: 'ApplyCode' },
      { field: 'PaidTime', match: 'from', parameter: 'DateFrom', when: { field: 'DateType', is: 'Paid' } },
      { field: 'PaidTime', match: 'to', parameter: 'DateTo', when: { field: 'DateType', is: 'Paid' } },
      { field: 'PaymentEndDate', match: 'from', parameter: 'DateFrom', when: { field: 'DateType', is: 'Due' } },
      { field: 'PaymentEndDate', match: 'to', parameter: 'DateTo', when: { field: 'DateType', is: 'Due' } },
      { field: 'ChannelId', parameter: 'ChannelId' },
      { field: 'BillTermId', parameter: 'BillTermId' },
      paid,
    ],
    dates: { PaidDay: { day: 'PaidTime', label: '繳款日', calendar: 'roc' } },
    columns: [
      'PaidDay',
      'ChannelId',
      { field: 'VACAccount', total: 'count' },
      'BillTermId',
      'PayerName',
      { field: 'ShouldPayAmount', total: true },
      { field: 'PaidAmount', label: '交易金額', total: true },
      ...fees,
      'PayStatus',
    ],
    subtotals: ['ChannelId', 'PaidDay'],
    sort: ['PaidTime'],
    period: { from: 'DateFrom', to: 'DateTo' },
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const billDailyPaid = {
  label: '每日繳款明細表',
  kind: 'report',
  menu: { group: 'report', order: 911, icon: 'Print' },
  parameters: { ...applyCode, PaidOn: { type: 'date', label: '繳款日期', required: true } },
  report: {
    of: 'bills',
    where: [
      { field: 'ApplyCode', parameter: 'ApplyCode' },
      { field: 'PaidTime', match: 'from', parameter: 'PaidOn' },
      { field: 'PaidTime', match: 'to', parameter: 'PaidOn' },
      paid,
    ],
    columns: [
      'ChannelId',
      'PaidTime',
      { field: 'VACAccount', total: 'count' },
      'PayerName',
      { field: 'PaidAmount', label: '金額', total: true },
      ...fees,
    ],
    subtotals: ['ChannelId'],
    sort: ['PaidTime'],
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const

export const billMonths = {
  label: '每月收款統計表',
  kind: 'report',
  menu: { group: 'report', order: 912, icon: 'Assessment' },
  parameters: { ...applyCode, Month: { type: 'month', label: '截止月份' } },
  report: {
    of: 'bills',
    where: [
      { field: 'ApplyCode', parameter: 'ApplyCode' },
      { field: 'PaymentEndDate', match: 'month', parameter: 'Month' },
    ],
    dates: { DueMonth: { month: 'PaymentEndDate', label: '月份', calendar: 'roc' } },
    groupBy: ['DueMonth', 'BillTermId'],
    columns: [
      'DueMonth',
      'BillTermId',
      { name: 'Bills', label: '帳單數', count: true },
      { name: 'PaidBills', label: '已繳', count: true, where: { PayStatus: ['Paid', 'OverPaid'] } },
      { name: 'StoreAmount', label: '超商代收', sum: 'PaidAmount', where: { ChannelId: ['01', '02', '03', '04'] } },
      { name: 'Should', label: '應繳金額', sum: 'ShouldPayAmount' },
      { name: 'Average', label: '平均應繳', average: 'ShouldPayAmount' },
      { name: 'Prints', label: '平均列印次數', average: 'PrintCount' },
      { name: 'Least', label: '最低', min: 'ShouldPayAmount' },
      { name: 'LastPaid', label: '最後繳款', max: 'PaidTime' },
      {
        name: 'Rate',
        label: '繳費率',
        as: 'percent',
        value: { multiply: [100, { divide: [{ field: 'PaidBills' }, { field: 'Bills' }] }] },
        total: 'value',
      },
    ],
    subtotals: ['DueMonth'],
    sort: ['-DueMonth'],
    formats: ['xlsx', 'csv', 'pdf'],
  },
} as const
