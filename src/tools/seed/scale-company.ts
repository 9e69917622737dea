import { addDays, daysBetween } from '../../domain/dates/dates'
import type { DemoCollection, DemoCompany } from '../../server/demo/companies'
import type { DemoTerm } from '../../server/demo/terms'
import type { DemoUser } from '../../server/demo/users'

/** Number of terms of the company. Every payer has a bill in each term. */
export const termCount = 20

/** The only category of bills of the company. */
const collection: DemoCollection = {
  code: 'SCALE',
  name: '壓力測試費',
  template: 'A4Standard',
  marketItem: '7A1',
  allowPartial: true,
  fees: [{ code: 'L01', name: '服務費', amounts: [1000, 500, 850, 1250, 2400, 5000] }],
  termName: '服務費',
  billName: '服務費繳款單',
  notices: '測試資料，請勿繳款。',
}

/**
 * A company for scale tests only, with its own codes and names, so that its data are never mixed with those of other
 * companies.
 */
export const scaleCompany: DemoCompany = {
  uniformNo: '90000038',
  name: '壓力測試股份有限公司',
  contact: '測試人員',
  phone: '02-27009999',
  fax: '02-27009998',
  zipCode: '110',
  address: '臺北市信義區松仁路９９９號',
  loginFields: [],
  agreements: [
    {
      applyCode: '88001',
      name: '壓力測試代收',
      vacLength: 14,
      termNoLen: 2,
      payerNoLen: 6,
      checkType: 'Account',
      scheme: 'W371',
      marketItems: ['7A1'],
      units: Array.from({ length: 20 }, (_, index) => ({
        id: `U${String(index + 1).padStart(2, '0')}`,
        name: `第${index + 1}單位`,
      })),
      // `fill.ts` creates the payers.
      payerCount: 0,
      payerIdPattern: 'S#######',
      collections: [collection],
    },
  ],
}

/** The user of the company for scale tests. The user has the password of the demo users. */
export const scaleUser: DemoUser = {
  uniformNo: scaleCompany.uniformNo,
  userId: 'scale01',
  userName: '測試人員',
  mail: 'ceshi',
  role: 'CustomerAdmin',
  applyCodes: [scaleCompany.agreements[0].applyCode],
  label: '',
}

/** Returns the terms, which last four weeks each, oldest first. Their dates are the same in all runs of one year. */
export const scaleTerms = (today: string): readonly DemoTerm[] => {
  const firstDay = `${Number(today.slice(0, 4)) - 1}-07-01`
  const currentTerm = Math.floor(daysBetween(firstDay, today) / 28)
  return Array.from({ length: termCount }, (_, index) => {
    const no = String(index).padStart(2, '0')
    return {
      // A future term counts as the current one, because it would be a draft otherwise.
      termsAgo: Math.max(0, currentTerm - index),
      id: `SCALE-${no}`,
      name: `壓力測試${no}期`,
      no,
      start: addDays(firstDay, index * 28),
      end: addDays(firstDay, index * 28 + 27),
      collection,
    }
  })
}
