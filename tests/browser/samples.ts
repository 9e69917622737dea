import type {
  CompanyLoginResponse,
  PayerBill,
  PayerLoginResponse,
  PayerPayment,
} from '../../src/contract/call-responses'

/** A company user's sign-in. */
export const companyLogin: CompanyLoginResponse = {
  JWTToken: 'company-token',
  UniformNo: '90000017',
  data: {
    UniformNo: '90000017',
    CustomerName: '示範社區管理委員會',
    UserId: 'maker01',
    UserName: '王○明',
    RoleId: 'CustomerMaker',
    RoleName: '經辦',
    ApplyCodes: ['77001'],
    LastLoginTime: null,
    LastLoginIP: null,
    MustChangeMima: false,
    MustChangeReason: null,
    MimaDaysLeft: null,
  },
  MenuInfos: [
    { MenuId: 'fee', MenuName: '繳費項目設定', Path: '/admin/fee', ParentId: 'basic', Sort: 1, Rights: ['Query'] },
  ],
}

/** An open bill of a payer. */
export const payerBill: PayerBill = {
  SerialId: 7001,
  UniformNo: '90000017',
  CustomerName: '示範社區管理委員會',
  CustomerPhone: '02-27001234',
  BillTermName: '115年11月管理費',
  BillNo: 'B202611-000123',
  PayerName: '王○明',
  FeeItems: [
    { FeeName: '管理費', Amount: 1000 },
    { FeeName: '停車費', Amount: 800 },
  ],
  CurrencyType: 'TWD',
  ShouldPayAmount: 1800,
  PaidAmount: 0,
  PaymentStartDate: '2026-11-01',
  PaymentEndDate: '2026-11-30',
  VACAccount: '77001260001235',
  BillStatus: 'Unpaid',
  MarketBarcodes: ['1511307A1', '0077001260001235', '113023000001000'],
  MarketRefusal: '',
  PostBarcodes: ['50012345', '115113000770012600012352', '00001800'],
  TWQRPayload:
    'TWQRP%3A%2F%2F%E5%80%8B%E4%BA%BA%E8%BD%89%E5%B8%B3%2F158%2F02%2FV1%3FD1%3D180000%26D5%3D999%26D6%3D0077001260001235%26D10%3D901',
  BankCode: '999',
  Channels: ['01', '05', '06', '08', '16', '17'],
  IsClosed: false,
  Notices: '逾期請至管理室繳納。',
}

/** A payment of the same payer. */
export const payerPayment: PayerPayment = {
  SerialId: 6900,
  DetailId: '1',
  CustomerName: '示範社區管理委員會',
  BillTermName: '115年10月管理費',
  BillNo: 'B202610-000123',
  CurrencyType: 'TWD',
  PaidAmount: 1800,
  PaidTime: '2026-10-20T09:15:30.123456+08:00',
  ChannelId: '01',
  ReceiptNo: 'R20261020001',
  EntryState: 'Live',
  CounterTime: null,
}

/** A payer's sign-in with one open bill and one payment. */
export const payerLogin: PayerLoginResponse = {
  JWTToken: 'payer-token',
  data: {
    PayerName: '王○明',
    CustomerName: '示範社區管理委員會',
    LoginTime: '2026-11-20T10:00:00.000000+08:00',
    LastLoginTime: null,
    MayReveal: false,
    BillCount: 1,
    IsCut: false,
    PaymentCount: 1,
  },
  ModelType: 1,
  DataLists1: [payerBill],
  DataLists2: [payerPayment],
}
