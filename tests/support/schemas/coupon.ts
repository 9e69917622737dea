/** A resource that exists only in tests, with a composite key, a condition, a reference and an import. */
export const coupon = {
  label: '優惠券設定',
  unit: '張',
  menu: { group: 'basic', order: 900, icon: 'ReceiptLong' },
  key: ['ApplyCode', 'CouponCode'],
  display: '{CouponCode} {CouponName}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    CouponCode: { type: 'string', label: '優惠券代碼', required: true, max: 10, upperCase: true, writeOnce: true },
    CouponName: { type: 'string', label: '優惠券名稱', required: true, max: 20 },
    CouponKind: { type: 'enum', options: { Amount: '折抵金額', Gift: '贈品' }, label: '優惠方式', required: true },
    Amount: {
      type: 'money',
      label: '折抵金額',
      min: 1,
      max: 10000,
      shownWhen: { field: 'CouponKind', is: 'Amount' },
      requiredWhen: { field: 'CouponKind', is: 'Amount' },
    },
    StartDate: { type: 'date', label: '起日' },
    EndDate: { type: 'date', label: '迄日', min: { field: 'StartDate' } },
    Stackable: { type: 'boolean', label: '可併用', default: false },
  },
  rules: [
    {
      require: { field: 'Amount', atMost: 5000 },
      when: { field: 'Stackable', is: true },
      message: '可併用的優惠券最多折抵 5,000 元。',
      at: 'Amount',
    },
  ],
  list: { filters: ['ApplyCode', 'CouponCode', 'CouponKind'] },
  import: {
    columns: [
      { field: 'ApplyCode', sample: '77001' },
      { field: 'CouponCode', aliases: ['折扣碼', '券號'], sample: 'EARLY50' },
      'CouponName',
      { field: 'CouponKind', aliases: ['方式'] },
      { field: 'Amount', title: '金額', sample: '50' },
      { field: 'StartDate', format: 'roc', sample: '115/11/01' },
      { field: 'EndDate', format: 'roc', sample: '115/11/30' },
      'Stackable',
    ],
    maxRows: 100,
    maxMegabytes: 1,
  },
} as const
