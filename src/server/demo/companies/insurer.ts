import type { DemoAgreement, DemoCompany } from '../company'
import { firm, wang } from '../people'

const branches = [
  { id: 'TPE', name: '臺北分公司' },
  { id: 'TXG', name: '臺中分公司' },
  { id: 'KHH', name: '高雄分公司' },
] as const

const life: DemoAgreement = {
  applyCode: '77003',
  name: '示範人壽保險費',
  vacLength: 16,
  termNoLen: 0,
  payerNoLen: 6,
  checkType: 'AccountAmountDue',
  scheme: 'W371',
  ownAccounts: true,
  marketItems: ['I0O'],
  units: branches,
  payers: 80,
  payerId: (n) => `P${String(20_260_001 + n)}`,
  payer: (n) => (n === 0 ? wang : undefined),
  debitEvery: 3,
  collections: [
    {
      code: 'INS',
      name: '保險費',
      template: 'A4Standard',
      marketItem: 'I0O',
      allowPartial: false,
      fees: [
        { code: 'P01', name: '主約保費', amounts: [5600, 3280, 8150, 12_400] },
        { code: 'P02', name: '醫療附約保費', amounts: [1450, 980] },
        { code: 'P03', name: '自動扣繳折減', amounts: [-56] },
      ],
      termName: '保險費',
      billName: '保險費繳費通知單',
      notices: '逾寬限期未繳，契約效力停止。',
    },
  ],
}

const group: DemoAgreement = {
  applyCode: '77013',
  name: '示範人壽團體保險費',
  vacLength: 16,
  termNoLen: 0,
  payerNoLen: 6,
  checkType: 'AccountDue',
  scheme: 'W11',
  whiteList: true,
  marketItems: ['I0O'],
  units: branches,
  payers: 25,
  payerId: (n) => `G${String(n + 1).padStart(5, '0')}`,
  payer: firm,
  collections: [
    {
      code: 'GRP',
      name: '團體保險費',
      template: 'A4Standard',
      marketItem: 'I0O',
      allowPartial: true,
      fees: [
        { code: 'G01', name: '團體定期壽險保費', amounts: [38_600, 21_400, 67_200] },
        { code: 'G02', name: '團體傷害險保費', amounts: [12_300, 8_800] },
      ],
      termName: '團體保險費',
      billName: '團體保險費繳費通知單',
      notices: '請於期限內足額匯款，並註明要保單位名稱。',
    },
  ],
}

const travel: DemoAgreement = {
  applyCode: '77023',
  name: '示範人壽旅行平安險',
  vacLength: 14,
  termNoLen: 2,
  payerNoLen: 7,
  checkType: 'None',
  scheme: 'W371',
  marketItems: ['I0O'],
  units: [{ id: 'WEB', name: '網路投保' }],
  payers: 15,
  payerId: (n) => `T${String(n + 1).padStart(6, '0')}`,
  collections: [
    {
      code: 'TRV',
      name: '旅行平安險保費',
      template: 'FoldedMailer',
      marketItem: 'I0O',
      allowPartial: false,
      fees: [{ code: 'T01', name: '旅行平安險保費', amounts: [420, 688, 1205] }],
      termName: '旅行平安險保費',
      billName: '旅行平安險繳費通知單',
      notices: '保險費於出發前未繳清者，保險契約不生效力。',
    },
  ],
}

/** An insurer: premiums with own accounts and direct debit, firms on a white list, and travellers. */
export const insurer: DemoCompany = {
  uniformNo: '90000012',
  name: '示範人壽保險股份有限公司',
  contact: '陳建宏',
  phone: '02-23004321',
  fax: '02-23004322',
  zipCode: '100006',
  address: '臺北市中正區重慶南路一段１２２號',
  agreements: [life, group, travel],
  loginFields: [
    { field: 'IdNo', label: '要保人身分證字號', required: true },
    { field: 'Mobile', label: '行動電話', required: true },
  ],
}
