import { composeSlip, type Slip, type SlipSource } from '../domain/bills/slip'

/**
 * Returns a sample slip: a bill of a condominium management committee.
 * `serialNo` is part of the bill number and of the virtual account.
 */
export const sampleSlip = (serialNo: string, changes: SlipChanges = {}): Slip =>
  composeSlip({
    ...source,
    ...changes,
    bill: { ...source.bill, BillNo: `B202611-${serialNo}`, VACAccount: `7700126${serialNo}5`, ...changes.bill },
  })

type SlipChanges = Partial<Omit<SlipSource, 'bill'>> & { readonly bill?: Partial<SlipSource['bill']> }

const source: SlipSource = {
  templates: ['A4Standard'],
  bill: {
    BillNo: '',
    PayerName: '王○明',
    PayerId: 'A1-0501',
    ZipCode: '100006',
    Address: '臺北市中正區重慶南路一段１２２號五樓',
    CurrencyType: 'TWD',
    FeeItems: [
      { FeeName: '管理費', Amount: 900 },
      { FeeName: '停車位清潔費', Amount: 100 },
    ],
    ShouldPayAmount: 1000,
    PaidAmount: 0,
    PaymentEndDate: '2026-11-30',
    MarketEndDate: null,
    VACAccount: '',
    Notices: '請於期限內繳納。',
  },
  term: {
    BillTermName: '115年11月管理費',
    BillChineseName: '社區管理費繳款單',
    Notices: null,
    DescriptionItems: '本期含公共電費分攤',
  },
  agreement: { Channels: ['00', '01', '02', '05', '06', '16'], PostGiroAccount: '50012345' },
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
  today: '2026-11-20',
}
