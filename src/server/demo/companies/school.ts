import type { DemoAgreement, DemoCompany } from '../company'

const studentNo = (n: number): string => `115${String(n + 1).padStart(4, '0')}`

const tuition: DemoAgreement = {
  applyCode: '77002',
  name: '示範高中學雜費',
  vacLength: 16,
  termNoLen: 3,
  payerNoLen: 7,
  checkType: 'AccountAmount',
  scheme: 'W371',
  marketItems: ['7A1', '7A2', '7A3'],
  units: [
    { id: '101', name: '一年一班' },
    { id: '102', name: '一年二班' },
    { id: '201', name: '二年一班' },
    { id: '202', name: '二年二班' },
    { id: '301', name: '三年一班' },
    { id: '302', name: '三年二班' },
  ],
  payers: 90,
  payerId: studentNo,
  collections: [
    {
      code: 'TUI',
      name: '代收代辦費',
      template: 'A4Tuition',
      marketItem: '7A1',
      allowPartial: false,
      fees: [
        { code: 'S01', name: '課後輔導費', amounts: [3200, 2800] },
        { code: 'S02', name: '午餐費', amounts: [1320, 1260, 1380] },
        { code: 'S03', name: '教科書費', amounts: [860, 1140] },
      ],
      termName: '代收代辦費',
      billName: '代收代辦費繳費單',
      notices: '繳費後請保留收據，以備查驗。',
    },
  ],
}

const dormitory: DemoAgreement = {
  applyCode: '77012',
  name: '示範高中住宿費',
  vacLength: 16,
  termNoLen: 3,
  payerNoLen: 7,
  checkType: 'AccountAmount',
  scheme: 'E15W1',
  dualControl: true,
  marketItems: ['7B1'],
  units: [
    { id: 'M', name: '男生宿舍' },
    { id: 'F', name: '女生宿舍' },
  ],
  payers: 30,
  payerId: (n) => studentNo(n * 3),
  collections: [
    {
      code: 'DORM',
      name: '住宿費',
      template: 'A4Tuition',
      marketItem: '7B1',
      allowPartial: false,
      fees: [
        { code: 'D01', name: '住宿費', amounts: [2200, 2600] },
        { code: 'D02', name: '宿舍冷氣電費', amounts: [350, 280, 460] },
        { code: 'D03', name: '低收入戶減免', amounts: [-1100] },
      ],
      termName: '住宿費',
      billName: '住宿費繳費單',
      notices: '超商手續費由繳款人負擔。',
    },
  ],
}

/** A school: tuition by classes, and a dormitory whose exceptions need two people. */
export const school: DemoCompany = {
  uniformNo: '90000023',
  name: '示範高級中學',
  contact: '李淑芬',
  phone: '02-28005678',
  fax: '02-28005679',
  zipCode: '111',
  address: '臺北市士林區中正路５００號',
  agreements: [tuition, dormitory],
  loginFields: [
    { field: 'PayerId', label: '學號', required: true },
    { field: 'IdNo', label: '學生身分證字號', required: true },
  ],
}
