import type { ImportMode } from '../../contract/imports'
import { whiteListColumnNames, whiteListTitle } from '../../domain/accounts/white-list-upload'
import { addDays } from '../../domain/dates/dates'
import { runWhiteListImport } from '../imports/white-list/run'
import type { JobRun } from '../ports'
import { createRecord } from '../records/create'
import type { StoredBill } from './bills'
import { type DemoPortal, type DemoTenant, makerContext, makerOf, portalAt } from './demo-portal'
import { stoppedBills } from './ledger/stopped-bills'
import { insertUploadedFiles } from './uploads'

/** A file for the white list. Each row contains its values by column name. */
interface WhiteListUpload {
  readonly at: string
  readonly description: string
  readonly fileName: string
  readonly mode: ImportMode
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Fills the white list of an agreement that uses one.
 * Uploads a file with the accounts of the bills and one invalid row twice: the first upload is rejected as a whole, the
 * second is imported without that row.
 * Another file disables the entries for the bills that `stoppedBills` returns.
 */
export const seedWhiteList = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  bills: readonly StoredBill[],
): Promise<void> => {
  const { agreement } = tenant
  if (!agreement.usesWhiteList) return
  const listedBills = bills.filter(({ pattern }) => pattern !== 'void')
  const firstDay = addDays(listedBills.map(({ term }) => term.start).sort()[0] ?? '', -4)
  const rows = [...listedBills, ...listedBills.slice(0, 1).map(withWrongAccount)].map(addedRow)
  const commonData = {
    description: `${agreement.name}應繳名單`,
    fileName: `${agreement.applyCode}_特殊檢核名單.csv`,
    rows,
  }
  await uploadWhiteList(portal, tenant, { ...commonData, mode: 'AllOrNothing', at: `${firstDay}T08:55:00` })
  await uploadWhiteList(portal, tenant, { ...commonData, mode: 'GoodRows', at: `${firstDay}T09:05:00` })
  const billsToStop = stoppedBills(tenant, bills, portal.today)
  if (billsToStop.length === 0) return
  await uploadWhiteList(portal, tenant, {
    description: `${agreement.name}停止收款名單`,
    fileName: `${agreement.applyCode}_停止收款名單.csv`,
    mode: 'GoodRows',
    rows: billsToStop.map(({ account }) => ({ Operation: 'D', VACAccount: account })),
    at: `${addDays(portal.today, -3)}T16:10:00`,
  })
}

const addedRow = ({ account, amount, term, payer }: StoredBill) => ({
  Operation: 'A',
  VACAccount: account,
  Amount: amount,
  StartDate: term.start,
  EndDate: term.end,
  MaxTimes: 1,
  PayerName: payer.PayerName,
  IdNo: payer.IdNo,
})

/** Returns a bill with a wrong check digit in its account. */
const withWrongAccount = (bill: StoredBill): StoredBill => ({
  ...bill,
  account: bill.account.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
})

const uploadWhiteList = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  { at, description, fileName, mode, rows }: WhiteListUpload,
): Promise<void> => {
  const { applyCode } = tenant.agreement
  const portalAtUpload = portalAt(portal, `${at}+08:00`)
  const { ports, schemas } = portalAtUpload
  const context = makerContext(portalAtUpload, tenant)
  const File = `whitelist${applyCode}${at.replace(/\D/g, '')}`.padEnd(32, '0')
  const lines = rows.map((row) => whiteListColumnNames.map((column) => String(row[column] ?? '')))
  const file = {
    id: File,
    name: fileName,
    rows: [whiteListColumnNames.map(whiteListTitle), ...lines],
    page: 'whiteListImportList',
    time: `${at}+08:00`,
  } as const
  await insertUploadedFiles(ports.db, tenant, [file])
  const form = {
    ApplyCode: applyCode,
    WhiteListFileType: 'AccountAmountDate',
    Description: description,
    ImportMode: mode,
    File: { name: fileName, size: 1 },
  }
  const { SerialId } = await createRecord(context, schemas.get('whiteListImportList'), form, {
    values: { File, OriFileName: fileName, UploadUser: makerOf(tenant), UploadTime: `${at}+08:00` },
  })
  await runWhiteListImport({ ports, schemas, run: unwatchedRun }, Number(SerialId))
}

/**
 * A job run that stores no progress and cannot be cancelled, because the import runs within the transaction of the demo
 * data.
 */
const unwatchedRun: JobRun = { id: 0, progress: async () => {}, confirm: async () => {}, end: async () => {} }
