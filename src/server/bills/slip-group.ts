import { maxBulkRecords, type RecordResult } from '../../contract/envelope'
import { type BillFacts, closedReason } from '../../domain/bills/bill'
import type { Slip } from '../../domain/bills/slip'
import { Refusal } from '../../domain/refusal'
import { companyDocumentAccess } from '../access/documents'
import { agreementCondition } from '../access/tenant'
import { type Call, type FileBytes, FileDownload, HttpRefusal } from '../call'
import { notFound, recordBody } from '../context'
import { loggedDownload } from '../files'
import type { Ports, ZipPart } from '../ports'
import { singleValue } from '../query-values'
import { readSerialIds } from './serial-ids'
import { countPrints, printedOnSlips, slipFileName, slipsOf } from './slip'

/** Returns the slips of several bills, in the order of the call: one PDF, or a zip archive with one PDF each. */
export const downloadGroup = async (call: Call): Promise<FileDownload<FileBytes>> => {
  const { ports, query } = call
  const serialIds = readSerialIds(query.SerialIds, tooManyBills)
  const isOneFile = readIsOneFile(query)
  const slips = await prepareSlips(call, serialIds)
  const name = `繳款單_${slips.length}張`
  return isOneFile
    ? new FileDownload(`${name}.pdf`, 'application/pdf', await ports.slips.print(slips))
    : new FileDownload(
        `${name}.zip`,
        'application/zip',
        loggedDownload(ports, { path: call.endpoint.path }, ports.zip(singleSlips(ports, slips))),
      )
}

/** Returns for each bill whether `downloadGroup` would print it, and if not, why. Prints nothing. */
export const previewGroup = async (call: Call): Promise<{ readonly Results: readonly RecordResult[] }> => {
  companyDocumentAccess(call, 'DownloadGroupPDF', printedOnSlips)
  const serialIds = readSerialIds(recordBody(call.body).SerialIds, tooManyBills)
  const bills = new Map((await visibleBills(call, serialIds).execute()).map((bill) => [bill.SerialId, bill]))
  return { Results: serialIds.map((SerialId) => ({ SerialId, ...outcomeOf(call, bills.get(SerialId)) })) }
}

const outcomeOf = (call: Call, bill: BillFactsOfRow | undefined): Pick<RecordResult, 'ReturnCode' | 'ReturnMsg'> => {
  if (!bill) return { ReturnCode: '2004', ReturnMsg: notFound(call.schemas.get('bills')).message }
  const reason = closedReason(bill)
  return reason === null
    ? { ReturnCode: '0000', ReturnMsg: '' }
    : { ReturnCode: '2006', ReturnMsg: `${closedTexts[reason]}，沒有繳款單。` }
}

const readIsOneFile = (query: Call['query']): boolean => {
  const value = singleValue(query, 'isGroup') ?? 'true'
  if (value !== 'true' && value !== 'false')
    throw new HttpRefusal(400, '「isGroup」請填 true（合併成一個 PDF）或 false（每張一個檔案）。')
  return value === 'true'
}

/**
 * Returns the slips of the bills and counts their prints.
 * Throws a refusal if a bill is paid or void.
 * The bills are locked, so that a concurrent change is either on the slip or marks the bill for another print.
 */
const prepareSlips = (call: Call, serialIds: readonly number[]): Promise<readonly Slip[]> =>
  call.ports.db.transaction().execute(async (db) => {
    const trxCall = { ...call, ports: { ...call.ports, db } }
    refuseClosed(await lockBills(trxCall, serialIds))
    const slips = await slipsOf(
      trxCall.ports,
      companyDocumentAccess(trxCall, 'DownloadGroupPDF', printedOnSlips),
      serialIds,
    )
    await countPrints(db, serialIds)
    return slips
  })

type BillFactsOfRow = Omit<BillFacts, 'PaymentEndDate'>

/** The bills among these that the caller may view, in the order of their keys. */
const visibleBills = ({ ports, scope }: Call, serialIds: readonly number[]) =>
  ports.db
    .selectFrom('bill as b')
    .select([
      'serial_id as SerialId',
      'bill_no as BillNo',
      'bill_state as BillState',
      'paid_amount as PaidAmount',
      'should_pay_amount as ShouldPayAmount',
    ])
    .where('serial_id', 'in', serialIds)
    .where(agreementCondition(scope, 'b'))
    .orderBy('serial_id')
    .$narrowType<{ BillNo: string; ShouldPayAmount: number }>()

/** A bill that is locked for printing. */
type LockedBill = BillFactsOfRow & { readonly BillNo: string }

/**
 * Locks the bills in the order of their keys, as every change of several bills does.
 * A bill of another company gets the same refusal as a missing one.
 */
const lockBills = async (call: Call, serialIds: readonly number[]): Promise<readonly LockedBill[]> => {
  const rows = await visibleBills(call, serialIds).forUpdate().execute()
  const missing = serialIds.length - rows.length
  if (missing > 0)
    throw new HttpRefusal(404, `有 ${missing} 張帳單找不到，可能已經刪除，或您沒有查詢的權限；請重新查詢後再列印。`)
  return rows
}

const refuseClosed = (bills: readonly LockedBill[]): void => {
  const numbersOf = (reason: 'void' | 'paid') =>
    bills.filter((bill) => closedReason(bill) === reason).map(({ BillNo }) => BillNo)
  const reasons = [
    { numbers: numbersOf('paid'), text: closedTexts.paid },
    { numbers: numbersOf('void'), text: closedTexts.void },
  ].filter(({ numbers }) => numbers.length > 0)
  if (reasons.length === 0) return
  throw new Refusal(
    '2006',
    `${reasons.map(({ numbers, text }) => `帳單 ${listText(numbers)} ${text}`).join('；')}，沒有繳款單。請取消選取後再列印。`,
  )
}

const closedTexts = { paid: '已繳清', void: '已作廢' } as const

const tooManyBills = `一次最多列印 ${maxBulkRecords} 張繳款單，請分次列印。`

/** Maximum number of bills that a refusal names. */
const maxListed = 10

const listText = (numbers: readonly string[]): string =>
  numbers.slice(0, maxListed).join('、') + (numbers.length > maxListed ? ` 等 ${numbers.length} 張` : '')

/**
 * Returns a file for each slip.
 * A slip is printed only when the archive reaches its file: 500 documents in memory would be 25 MB.
 */
const singleSlips = (ports: Ports, slips: readonly Slip[]): readonly ZipPart[] => {
  const countByNumber = new Map<string, number>()
  return slips.map((slip) => {
    // Bills of two agreements may have the same number.
    const count = (countByNumber.get(slip.billNo) ?? 0) + 1
    countByNumber.set(slip.billNo, count)
    return { name: slipFileName(count === 1 ? slip.billNo : `${slip.billNo}_${count}`), content: pdfOf(ports, slip) }
  })
}

const pdfOf = async function* ({ slips: printer }: Ports, slip: Slip): AsyncGenerator<Uint8Array> {
  yield await printer.print([slip])
}
