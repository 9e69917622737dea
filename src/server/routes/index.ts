import type { Controller } from '../http/call'
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

/** The hand-written calls by the name of their controller in the contract; all other calls are generic or not served yet. */
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

/** Names of the hand-written calls, such as `PortalUser.create`. */
export const callsWithOwnHandler: readonly string[] = Object.entries(controllers).flatMap(([name, calls]) =>
  Object.keys(calls).map((call) => `${name}.${call}`),
)
