import type { DemoAgreement, DemoCollection, DemoCompany } from '../company'
import { wang } from '../people'

const monthly: DemoCollection = {
  code: 'MGT',
  name: '社區管理費',
  template: 'A4Standard',
  marketItem: '7A1',
  allowPartial: true,
  fees: [
    { code: 'F01', name: '管理費', amounts: [2400, 1980, 2760, 3150] },
    { code: 'F02', name: '汽車停車費', amounts: [1200, 1200, 2400] },
    { code: 'F03', name: '公共電費分攤', amounts: [180, 165, 210] },
  ],
  termName: '管理費',
  billName: '社區管理費繳款單',
  notices: '請於期限內繳納。\n逾期請改以轉帳繳納，並洽管理中心。',
}

/** Too much for the store's item of up to 20,000, so it has another; above 40,000 no store takes it. */
const repair: DemoCollection = {
  code: 'FIX',
  name: '修繕分攤款',
  template: 'A4Community',
  marketItem: '7A2',
  allowPartial: true,
  fees: [{ code: 'F09', name: '電梯汰換分攤', amounts: [24_000, 21_500, 28_800, 43_200] }],
  termName: '電梯汰換分攤款',
  billName: '修繕分攤款繳款單',
  notices: '依區分所有權人會議決議辦理，可分期繳納。\n單筆逾新臺幣四萬元者，超商不代收。',
  once: { age: 3, termNo: '91' },
}

const management: DemoAgreement = {
  applyCode: '77001',
  name: '示範社區管理費',
  vacLength: 14,
  termNoLen: 2,
  payerNoLen: 6,
  checkType: 'Account',
  scheme: 'W371',
  marketItems: ['7A1', '7A2'],
  units: [
    { id: 'A1', name: 'A棟' },
    { id: 'B1', name: 'B棟' },
    { id: 'C1', name: 'C棟' },
    { id: 'S1', name: '店面' },
  ],
  payers: 100,
  payerId: (n, unitId) => `${unitId}-${String((Math.floor(n / 4) % 13) + 2).padStart(2, '0')}0${Math.floor(n / 52) + 1}`,
  payer: (n) => (n === 0 ? wang : undefined),
  collections: [monthly, repair],
}

const parking: DemoAgreement = {
  applyCode: '77011',
  name: '示範社區停車場月租',
  vacLength: 16,
  termNoLen: 3,
  payerNoLen: 6,
  checkType: 'AccountAmount',
  scheme: 'E14W2',
  marketItems: ['7A1'],
  units: [
    { id: 'P1', name: '地下一層' },
    { id: 'P2', name: '地下二層' },
  ],
  payers: 40,
  payerId: (n, unitId) => `${unitId}-${String(n + 1).padStart(3, '0')}`,
  collections: [
    {
      code: 'PARK',
      name: '停車場月租',
      template: 'A4Community',
      marketItem: '7A1',
      allowPartial: false,
      fees: [
        { code: 'K01', name: '汽車位月租', amounts: [3500, 3500, 4200] },
        { code: 'K02', name: '機車位月租', amounts: [300] },
        { code: 'K03', name: '充電樁使用費', amounts: [640, 420, 980] },
      ],
      termName: '停車場月租',
      billName: '停車場月租繳款單',
      notices: '逾期未繳，次月起暫停車牌辨識。',
    },
  ],
}

const facilities: DemoAgreement = {
  applyCode: '77021',
  name: '示範社區公設租借',
  vacLength: 14,
  termNoLen: 2,
  payerNoLen: 6,
  checkType: 'AccountAmount',
  scheme: 'T13',
  marketItems: ['7A1'],
  units: [{ id: 'CLUB', name: '社區會館' }],
  payers: 20,
  payerId: (n) => `R${String(n + 1).padStart(4, '0')}`,
  collections: [
    {
      code: 'RENT',
      name: '公設租借費',
      template: 'A4Standard',
      marketItem: '7A1',
      allowPartial: false,
      fees: [
        { code: 'R01', name: '場地使用費', amounts: [1500, 800, 3000] },
        { code: 'R02', name: '場地保證金', amounts: [2000] },
        { code: 'R03', name: '住戶優惠折減', amounts: [-200] },
      ],
      termName: '公設租借費',
      billName: '公設租借費繳款單',
      notices: '保證金於場地點交後七日內無息退還。',
    },
  ],
}

/** A building with its monthly fees, its garage and its club house. */
export const committee: DemoCompany = {
  uniformNo: '90000017',
  name: '示範社區管理委員會',
  contact: '王大明',
  phone: '02-27001234',
  fax: '02-27001235',
  zipCode: '110',
  address: '臺北市信義區松仁路１００號',
  agreements: [management, parking, facilities],
  loginFields: [{ field: 'VACAccount', label: '銷帳編號', required: true }],
}
