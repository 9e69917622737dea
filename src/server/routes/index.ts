import type { Controller } from '../call'
import { bankFile } from './bank-file'
import { billImportList } from './bill-import-list'
import { billTerm } from './bill-term'
import { bills } from './bills'
import { common } from './common'
import { enterpriseArea } from './enterprise-area'
import { ext } from './ext'
import { home } from './home'
import { makePDFList } from './make-pdf-list'
import { noticeTemplate } from './notice-template'
import { payerArea } from './payer-area'
import { portalUser } from './portal-user'
import { selfCollection } from './self-collection'
import { whiteList } from './white-list'
import { whiteListImportList } from './white-list-import-list'

/**
 * The hand-written handlers by the name of their controller in the contract.
 * All other calls have generic handlers or are not served.
 */
export const controllers: Readonly<Record<string, Controller>> = {
  BankFile: bankFile,
  BillImportList: billImportList,
  BillTerm: billTerm,
  Bills: bills,
  Common: common,
  EnterpriseArea: enterpriseArea,
  Ext: ext,
  Home: home,
  MakePDFList: makePDFList,
  NoticeTemplate: noticeTemplate,
  PayerArea: payerArea,
  PortalUser: portalUser,
  SelfCollection: selfCollection,
  WhiteList: whiteList,
  WhiteListImportList: whiteListImportList,
}

/** The names of calls with a hand-written handler, such as `PortalUser.create`. */
export const callsWithOwnHandler: readonly string[] = Object.entries(controllers).flatMap(([name, controller]) =>
  Object.keys(controller).map((call) => `${name}.${call}`),
)
