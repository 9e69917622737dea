import type { RecordValues } from '../../../src/schema/language/types'

/** Valid bodies for a new record of each of the five resources of the committee; each `n` gives a different one. */
export const samples: Readonly<Record<string, (n: number) => RecordValues>> = {
  fee: (n) => ({
    ApplyCode: '77001',
    FeeCode: `S${n}`,
    FeeName: '管理費',
    DefaultAmount: 1000,
    SortNo: n,
    FeeStatus: 'Active',
  }),
  BillCategory: (n) => ({
    ApplyCode: '77001',
    BillCategoryCode: `CAT${n}`,
    BillCategoryName: '社區管理費',
    BillTemplateId: 'A4Standard',
    Channels: ['01', '06'],
    MarketItemCode: '7A1',
    FeeBearType: 'Deduct',
    AllowPartial: false,
    AllowOverdue: false,
    CategoryStatus: 'Active',
  }),
  BillTerm: (n) => ({
    ApplyCode: '77001',
    BillTermId: `2026-${n}`,
    BillTermName: '115年11月管理費',
    BillTermNo: String(n).padStart(2, '0'),
    BillCategoryCode: 'MGT',
    BillTemplateId: 'A4Standard',
    BillChineseName: '社區管理費繳款單',
    PaymentStartDate: '2026-11-01',
    PaymentEndDate: '2026-11-30',
    TermStatus: 'Open',
  }),
  PayerUnit: (n) => ({ ApplyCode: '77001', PayerUnitId: `U${n}`, PayerUnitName: `${n}棟`, UnitStatus: 'Active' }),
  Payer: (n) => ({
    ApplyCode: '77001',
    PayerId: `P-${n}`,
    PayerNo: String(n).padStart(6, '0'),
    PayerName: '王大明',
    IdNo: 'A123456789',
    PayerType: 'Normal',
    Mobile: '0912345678',
    Email: 'wangdm@example.com',
    NotifyMethod: ['Email', 'SMS'],
    PayerStatus: 'Active',
  }),
}

/** Returns the path of the list call. */
export const listPath = (controller: string): string =>
  ['BillTerm', 'BillCategory'].includes(controller) ? `/${controller}/GetSearchData` : `/${controller}`

/** Returns the path of one record. */
export const recordPath = (controller: string, record: RecordValues): string =>
  controller === 'PayerUnit'
    ? `/PayerUnit/${record.ApplyCode}/${record.PayerUnitId}`
    : `/${controller}/${record.SerialId}`
