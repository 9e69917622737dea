import type { SlipSource } from '../../../src/domain/bills/slip'

/** The records behind the slip of a building committee's bill. */
export const slipSource = {
  templates: [null, null, 'A4Standard'],
  bill: {
    BillNo: 'B202611-000123',
    PayerName: '王大明',
    PayerId: 'A1-0501',
    ZipCode: '100006',
    Address: '臺北市中正區重慶南路一段１２２號五樓',
    CurrencyType: 'TWD',
    FeeItems: [
      { FeeName: '管理費', Amount: 1000 },
      { FeeName: '汽車停車位清潔費', Amount: 300 },
      { FeeName: '預繳優惠', Amount: -250 },
    ],
    ShouldPayAmount: 1050,
    PaidAmount: 0,
    PaymentEndDate: '2026-11-30',
    MarketEndDate: null,
    VACAccount: '77001260001235',
    Notices: '請於期限內繳納。\n\n繳款後請保留收執聯備查。',
  },
  term: {
    BillTermName: '115年11月管理費',
    BillChineseName: '社區管理費繳款單',
    Notices: '期別的注意事項',
    DescriptionItems: '本期含公共電費分攤',
  },
  agreement: { Channels: ['01', '02', '05', '06'], PostGiroAccount: '50012345' },
  marketItem: { MarketItemCode: '7A1', MinAmount: 1, MaxAmount: 20_000, FeeBearType: 'Deduct', ChannelFee: 10 },
  company: {
    CustomerName: '示範社區管理委員會',
    CustomerPhone: '02-27001234',
    CustomerFax: null,
    ZipCode: '100006',
    Address: '臺北市中正區重慶南路一段１２２號',
  },
  unitName: 'A棟',
  approvalStaff: '陳主任',
  allowOverdue: false,
  bankCode: '999',
  bankName: '示範商業銀行',
  today: '2026-11-21',
} as const satisfies SlipSource
