import { titleOf } from '../../../domain/bills/bill-upload'
import { taipeiToday } from '../../../domain/dates/dates'
import { payersOf } from '../../bills/payers'
import { columnRecord } from '../../database/table-definition'
import type { JobData, Ports, SheetRow, Sheets } from '../../ports'
import { type RowError, rowError } from '../row-error'
import type { StagedRow } from '../stage'
import { endFailedUpload, runUpload, startUpload, type UploadWork, updateUnfinishedUpload } from '../upload-job'
import { type RowReader, type ValidatedChunk, validatedChunks } from '../upload-rows'
import { type BillImport, billImportOf, billUploads, type ImportContext, importContext } from './context'
import { mappedHeader, readHeader, rowParser, type UploadHeader } from './parsed-row'
import { uploadOfBills } from './publish'
import { validateRow } from './validate-row'

/** Runs the job that imports a file of bills. */
export const runBillImport = async (work: UploadWork, { SerialId, slips }: JobData): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const id = Number(SerialId)
  if (!(await startUpload(db, billUploads, id))) return
  const context = await importContext(db, await billImportOf(db, id), taipeiToday(clock()))
  await runUpload(work, { ...uploadOfBills(work, context, slips), read: (file) => validatedBills(work, context, file) })
}

/** Ends an import whose job has failed or was cancelled. `reason` is the error that ended the job. */
export const onBillImportFailure = async (
  ports: Pick<Ports, 'db' | 'clock' | 'log'>,
  id: number,
  reason: unknown,
): Promise<void> => {
  const upload = { ...billUploads, id }
  await updateUnfinishedUpload(ports.db, upload).set({ pdf_status: 'NotNeeded', total_amount: 0 }).execute()
  await endFailedUpload(ports, upload, reason)
}

/** Reads and validates a file of bills in chunks. Adds warnings about names that cannot be printed. */
export const validatedBills = async function* (
  { ports, schemas }: Pick<UploadWork, 'ports' | 'schemas'>,
  context: ImportContext,
  file: Parameters<Sheets['read']>[0],
): AsyncGenerator<ValidatedChunk> {
  for await (const chunk of validatedChunks(ports.sheets, file, (titles) =>
    billReader({ ports, schemas }, context, titles),
  ))
    yield { ...chunk, errors: [...chunk.errors, ...(await nameWarnings(chunk.good, ports.unprintableCharacters))] }
}

const billReader = (
  { ports, schemas }: Pick<UploadWork, 'ports' | 'schemas'>,
  context: ImportContext,
  titles: SheetRow,
): RowReader => {
  const { billImport, today } = context
  const bills = schemas.get('bills')
  const header = headerOf(titles, billImport)
  const parse = rowParser({ bills, payer: schemas.get('payer'), header, currency: billImport.CurrencyType, today })
  const recordOf = columnRecord(bills)
  return {
    codePosition: header.positions.get('PayerId'),
    hasColumn: (title) => [...header.positions.keys()].some((column) => titleOf(column) === title),
    validate: async (rows) => {
      const parsed = rows.map(parse)
      const payers = await payersOf(
        ports.backgroundDb,
        billImport.ApplyCode,
        parsed.map(({ values }) => values),
        { inAnyLetters: true },
      )
      return parsed.map((row) => {
        const result = validateRow(row, payers, context)
        return 'errors' in result
          ? result
          : { account: result.account, row: { rowNo: result.rowNo, record: recordOf(result.bill) } }
      })
    },
    repeatedAccountError: (rowNo, account, earlierRow) =>
      rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${earlierRow} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`),
  }
}

const headerOf = (titles: SheetRow, { ColumnMapping, BillTermId }: BillImport): UploadHeader =>
  ColumnMapping ? mappedHeader(titles, ColumnMapping) : readHeader(titles, { hasTerm: BillTermId !== null })

/** Returns a warning for each bill whose payer's name contains characters that documents cannot print. */
const nameWarnings = async (
  bills: readonly StagedRow[],
  unprintableCharacters: Ports['unprintableCharacters'],
): Promise<readonly RowError[]> => {
  const names = bills.map(({ rowNo, record }) => ({ rowNo, name: String(record.payer_name) }))
  const unprintable = await unprintableCharacters(names.map(({ name }) => name).join(''))
  const affected = names.filter(({ name }) => unprintable.some((character) => name.includes(character)))
  return affected.map(({ rowNo, name }) => rowError(rowNo, titleOf('PayerName'), name, 'W101', unprintableMessage))
}

// The check before the import and the import itself show this message, so it gives advice for both.
const unprintableMessage =
  '姓名中有系統字型沒有的字，繳款單與繳費證明會印成「〓」；若不接受，請改用其他字：匯入前更正檔案，匯入後修改帳單。'
