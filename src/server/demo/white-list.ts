import type { ImportMode } from '../../contract/imports'
import { whiteListColumnNames, whiteListTitle } from '../../domain/accounts/white-list-upload'
import { addDays } from '../../domain/dates/dates'
import { runWhiteListImport } from '../imports/white-list/run'
import type { JobRun } from '../ports'
import { createRecord } from '../records/create'
import type { StoredBill } from './bills'
import { stoppedBills } from './ledger/stopped-bills'
import { type DemoOwner, type DemoWork, insertFiles, makerContext, makerOf, workAt } from './uploads'

/** A file of the white list; the cells of a row have the names of their columns. */
interface WhiteListUpload {
  readonly at: string
  readonly text: string
  readonly fileName: string
  readonly mode: ImportMode
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Fills the white list of an agreement that uses one. A file with the accounts of its bills has one wrong account: it was rejected as a whole at first, and then imported without that row. Another file disables the accounts whose payments are exceptions (`Incident`). */
export const seedWhiteList = async (work: DemoWork, owner: DemoOwner, bills: readonly StoredBill[]): Promise<void> => {
  const { agreement } = owner
  if (!agreement.whiteList) return
  const listed = bills.filter(({ pattern }) => pattern !== 'void')
  const firstDay = addDays(listed.map(({ term }) => term.start).sort()[0] ?? '', -4)
  const rows = [...listed, ...listed.slice(0, 1).map(mistyped)].map(addedRow)
  const list = { text: `${agreement.name}應繳名單`, fileName: `${agreement.applyCode}_特殊檢核名單.csv`, rows }
  await uploadWhiteList(work, owner, { ...list, mode: 'AllOrNothing', at: `${firstDay}T08:55:00` })
  await uploadWhiteList(work, owner, { ...list, mode: 'GoodRows', at: `${firstDay}T09:05:00` })
  const stopped = stoppedBills(owner, bills, work.today)
  if (stopped.length === 0) return
  await uploadWhiteList(work, owner, {
    text: `${agreement.name}停止收款名單`,
    fileName: `${agreement.applyCode}_停止收款名單.csv`,
    mode: 'GoodRows',
    rows: stopped.map(({ account }) => ({ Operation: 'D', VACAccount: account })),
    at: `${addDays(work.today, -3)}T16:10:00`,
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
const mistyped = (bill: StoredBill): StoredBill => ({ ...bill, account: bill.account.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)) })

const uploadWhiteList = async (work: DemoWork, owner: DemoOwner, { at, text, fileName, mode, rows }: WhiteListUpload): Promise<void> => {
  const { applyCode } = owner.agreement
  const { ports, schemas, ...rest } = workAt(work, `${at}+08:00`)
  const context = makerContext({ ports, schemas, ...rest }, owner)
  const File = `whitelist${applyCode}${at.replace(/\D/g, '')}`.padEnd(32, '0')
  const lines = rows.map((row) => whiteListColumnNames.map((column) => String(row[column] ?? '')))
  const file = {
    id: File,
    name: fileName,
    rows: [whiteListColumnNames.map(whiteListTitle), ...lines],
    page: 'whiteListImportList',
    time: `${at}+08:00`,
  } as const
  await insertFiles(ports.db, owner, [file])
  const form = { ApplyCode: applyCode, WhiteListFileType: 'AccountAmountDate', Description: text, ImportMode: mode, File: { name: fileName, size: 1 } }
  const { SerialId } = await createRecord(context, schemas.get('whiteListImportList'), form, {
    values: { File, OriFileName: fileName, UploadUser: makerOf(owner), UploadTime: `${at}+08:00` },
  })
  await runWhiteListImport({ ports, schemas, run: unwatchedRun }, Number(SerialId))
}

/** The run of a job that nobody watches or cancels. */
const unwatchedRun: JobRun = { id: 0, progress: async () => {}, confirm: async () => {}, end: async () => {} }
