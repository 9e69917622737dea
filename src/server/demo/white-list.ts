import { type AccountProblem, accountProblem } from '../../domain/accounts/white-list'
import { whiteListColumnNames, whiteListTitle } from '../../domain/accounts/white-list-upload'
import { addDays } from '../../domain/dates/dates'
import { rowError } from '../imports/row-error'
import type { Db } from '../ports'
import type { DemoAgreement, DemoCompany } from './companies'
import { type ExceptionContext, exceptionsOf } from './exceptions'
import { type AuditValues, insertNumbered, insertRows } from './insert-rows'
import type { NumberedBill } from './transaction-line'

/** The company of the agreement, to which the file belongs. */
export interface WhiteListContext extends ExceptionContext {
  readonly company: DemoCompany
}

/** Fills the white list of an agreement that uses one: an upload with the open bills, of which one row had a wrong account. The bills whose payments were stopped are not listed. */
export const seedWhiteList = async (db: Db, auditValues: AuditValues, context: WhiteListContext, bills: readonly NumberedBill[]): Promise<void> => {
  const { agreement, company } = context
  if (!agreement.whiteList) return
  const stopped = exceptionsOf(context, bills).flatMap(({ bill, matching }) => (bill && matching.ExceptionType === 'Incident' ? [bill.serialId] : []))
  const listed = bills.filter(({ record, serialId, pattern }) => pattern !== 'void' && record.AccountState === 'InUse' && !stopped.includes(serialId))
  const upload = uploadOf(company, agreement, listed)
  await insertRows(db, 'file', [upload.file])
  await insertRows(db, 'file_chunk', [upload.chunk])
  const [ImportSerialId = 0] = await insertNumbered(db, 'white_list_import', [upload.record], auditValues)
  await insertRows(
    db,
    'white_list',
    listed.map((bill) => ({ ...rowOf(bill), UsedTimes: bill.payments.length > 0 ? 1 : 0, WhiteListState: 'Active', ImportSerialId })),
    auditValues,
  )
}

const rowOf = ({ record, term }: NumberedBill) => ({
  ApplyCode: record.ApplyCode,
  VACAccount: record.VACAccount,
  CheckType: 'AccountAmountDate',
  Amount: record.ShouldPayAmount,
  StartDate: term.start,
  EndDate: term.end,
  MaxTimes: 1,
  PayerName: record.PayerName,
  IdNo: record.IdNo,
  Remark: null,
})

const uploadOf = ({ uniformNo }: DemoCompany, agreement: DemoAgreement, bills: readonly NumberedBill[]) => {
  const { applyCode } = agreement
  const mistyped = mistypedAccount(bills[0]?.record.VACAccount ?? '')
  const cells = [...bills.map((bill) => ({ Operation: 'A', ...rowOf(bill) })), { Operation: 'A', ...(bills[0] && rowOf(bills[0])), VACAccount: mistyped }]
  const lines = cells.map((row: Readonly<Record<string, unknown>>) => whiteListColumnNames.map((column) => String(row[column] ?? '')))
  const text = `\ufeff${[whiteListColumnNames.map(whiteListTitle), ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`
  const bytes = new TextEncoder().encode(text)
  const start = bills.map(({ term }) => term.start).sort()[0] ?? ''
  const uploadTime = `${addDays(start, -4)}T09:05:00+08:00`
  const fileId = `whitelist${applyCode}`.padEnd(32, '0')
  const name = `${applyCode}_特殊檢核名單.csv`
  return {
    file: { Id: fileId, Name: name, Type: 'text/csv', Size: bytes.length, UniformNo: uniformNo, CreateTime: uploadTime },
    chunk: { FileId: fileId, No: 0, Bytes: `\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}` },
    record: {
      ApplyCode: applyCode,
      WhiteListFileType: 'AccountAmountDate',
      Description: `${agreement.name}應繳名單`,
      ImportMode: 'GoodRows',
      File: fileId,
      OriFileName: name,
      ImportStatus: 'PartialFailed',
      TotalCount: lines.length,
      SuccessCount: bills.length,
      FailCount: 1,
      ErrorLog: [rowError(lines.length + 1, whiteListTitle('VACAccount'), mistyped, 'E103', problemOf(mistyped, agreement)?.message ?? '')],
      UploadUser: 'maker01',
      UploadTime: uploadTime,
      FinishTime: `${addDays(start, -4)}T09:05:04+08:00`,
    },
  }
}

const mistypedAccount = (account: string): string => account.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

const problemOf = (VACAccount: string, { applyCode, checkType, scheme, vacLength }: DemoAgreement): AccountProblem | null =>
  accountProblem({ VACAccount, Amount: null }, { applyCode, checkType, scheme, length: vacLength })
