import { sql } from 'kysely'
import { sameOrPreviousBusinessDay } from '../../domain/dates/business-days'
import { addDays } from '../../domain/dates/dates'
import { debitMedia, type MediaFormat } from '../../domain/debits/media'
import { layoutNamed } from '../../schema/layouts/layout'
import { receiveBankFile } from '../payments/bank-files/receive'
import { type Applicant, authorizationRecord } from '../payments/debits/authorizations'
import { lockDebits, openBatch } from '../payments/debits/batches'
import { selectBills } from '../payments/debits/candidates'
import { markExported, recordOf } from '../payments/debits/make-file'
import {
  authorizationFormat,
  authorizationLayout,
  type DebitFormat,
  replyLayouts,
  writtenLine,
} from '../payments/debits/media'
import { debitAgreement } from '../payments/debits/parameters'
import { type FileRecord, storeDebitFile } from '../payments/debits/store-file'
import type { LineValues } from '../payments/files/bank-file'
import { writeBankFile } from '../payments/files/write-bank-file'
import { holidaysFrom } from '../payments/reported-lines'
import type { Db } from '../ports'
import { demoCompanies } from './companies'
import { type DemoPortal, type DemoTenant, makerOf } from './demo-portal'

/** The transaction code of the clearing house for life premiums. */
const txId = '704'

/** The codes of the replies to a file, by record: settled, refused, and one without an answer. */
const replyCodes: Readonly<Record<DebitFormat, readonly [success: string, refused: string]>> = {
  AchP01: ['00', '01'],
  Fisc200: ['0000', '4001'],
  BankOwn: ['00', '01'],
  AchP02: ['0', '1'],
}

/**
 * Makes a file in each format of direct debits for the agreements that have them, and a file of authorizations.
 * Each is answered by a bank file: one record as a success, one as refused, and the others not yet.
 */
export const seedDebits = async (portal: DemoPortal): Promise<void> => {
  const holidays = await holidaysFrom(portal.ports.db, addDays(portal.today, -30))
  const day = sameOrPreviousBusinessDay(addDays(portal.today, -1), holidays)
  for (const company of demoCompanies) {
    for (const agreement of company.agreements) {
      if (!agreement.debitEvery) continue
      const tenant = { company, agreement }
      for (const format of Object.keys(debitMedia) as MediaFormat[])
        await seedDebitFile(portal, tenant, { format, day })
      await seedAuthorizations(portal, tenant)
    }
  }
}

const seedDebitFile = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  { format, day }: { readonly format: MediaFormat; readonly day: string },
): Promise<void> => {
  const { applyCode: ApplyCode } = tenant.agreement
  const TxId = debitMedia[format].usesClearingHouse ? txId : ''
  const BillTermId = await openTerm(portal.ports.db, ApplyCode)
  if (BillTermId === null) return
  const batch = { ApplyCode, BillTermId, DebitDate: day, MediaFormat: format, TxId }
  const fileId = await inLock(portal, ApplyCode, async (db) => {
    const { chosen } = await selectBills(db, { ...batch, IncludeExported: false })
    const waiting = await accountsOfExceptions(db, ApplyCode)
    const bills = chosen.filter(({ VACAccount }) => !waiting.has(VACAccount)).slice(0, recordsPerFile)
    if (bills.length === 0) return null
    const id = await storeFile({ ...portal, ports: { ...portal.ports, db } }, tenant, {
      ...{ batch, format, day },
      layoutName: debitMedia[format].layout,
      records: bills.map(recordOf),
    })
    await markExported({ ...portal.ports, db }, id, makerOf(tenant))
    return id
  })
  if (fileId !== null) await answer(portal, { fileId, format, day })
}

/** Returns the accounts of exceptions, whose bills are not debited: the cause of each exception must remain. */
const accountsOfExceptions = async (db: Db, applyCode: string): Promise<ReadonlySet<string | null>> => {
  const lines = await db
    .selectFrom('transaction_line')
    .select('vac_account')
    .where('apply_code', '=', applyCode)
    .where('exception_type', 'is not', null)
    .execute()
  return new Set(lines.map(({ vac_account }) => vac_account))
}

const openTerm = async (db: Db, applyCode: string): Promise<string | null> => {
  const term = await db
    .selectFrom('bill_term')
    .select('bill_term_id')
    .where('apply_code', '=', applyCode)
    .where('term_status', '=', 'Open')
    .orderBy('payment_end_date', 'desc')
    .executeTakeFirst()
  return term?.bill_term_id ?? null
}

/** Number of records of each file. */
const recordsPerFile = 3

const seedAuthorizations = async (portal: DemoPortal, tenant: DemoTenant): Promise<void> => {
  const { applyCode: ApplyCode } = tenant.agreement
  const day = portal.today
  const batch = { ApplyCode, BillTermId: null, DebitDate: day, MediaFormat: authorizationFormat, TxId: txId }
  const fileId = await inLock(portal, ApplyCode, async (db) => {
    const applicants = await applicantsOf(db, ApplyCode)
    if (applicants.length === 0) return null
    return storeFile({ ...portal, ports: { ...portal.ports, db } }, tenant, {
      ...{ batch, format: authorizationFormat, day },
      layoutName: authorizationLayout,
      records: applicants.map(authorizationRecord),
    })
  })
  if (fileId !== null) await answer(portal, { fileId, format: authorizationFormat, day })
}

/** Returns an authorized payer, a rejected one, and those who are still Applying, as the reply will make them. */
const applicantsOf = async (db: Db, applyCode: string): Promise<readonly Applicant[]> => {
  const { rows } = await sql<Applicant>`
    with ranked as (
      select p.*, row_number() over (partition by debit_auth_status order by serial_id) as no
      from payer p
      where apply_code = ${applyCode} and payer_type = 'ACH' and payer_status = 'Active'
        and debit_auth_status in ('Authorized', 'Rejected', 'Applying')
    )
    select serial_id as "SerialId", payer_id as "PayerId", payer_name as "PayerName", id_no as "IdNo",
      debit_bank_code as "DebitBankCode", debit_account as "DebitAccount", debit_id_no as "DebitIdNo", debit_user_no as "DebitUserNo", 'A' as "AdMark"
    from ranked
    where no = 1 or debit_auth_status = 'Applying'
    order by array_position(array['Authorized', 'Rejected', 'Applying'], debit_auth_status), serial_id`.execute(db)
  return rows
}

const inLock = <T>({ ports }: DemoPortal, applyCode: string, work: (db: Db) => Promise<T>): Promise<T> =>
  ports.db.transaction().execute(async (db) => {
    await lockDebits(db, applyCode)
    return work(db)
  })

/** A file that is made of records. */
interface DemoFile {
  readonly batch: Parameters<typeof openBatch>[1]
  readonly format: DebitFormat
  readonly day: string
  readonly layoutName: string
  readonly records: readonly FileRecord[]
}

const storeFile = async (
  { ports }: DemoPortal,
  tenant: DemoTenant,
  { batch, format, day, layoutName, records }: DemoFile,
): Promise<number> => {
  const { ApplyCode, TxId } = batch
  const { BatchId } = await openBatch(ports.db, batch)
  const { UniformNo, RealAccount } = await debitAgreement(ports.db, ApplyCode)
  const { FileId } = await storeDebitFile(ports, ports.db, {
    ...{ batchId: BatchId, layoutName, mediaFormat: format, applyCode: ApplyCode, day, records },
    values: { UniformNo, RealAccount, TxId, DebitDate: day },
    includesExported: false,
    needsRelease: false,
    requestUser: makerOf(tenant),
  })
  return FileId
}

interface AnsweredFile {
  readonly fileId: number
  readonly format: DebitFormat
  readonly day: string
}

/** Receives the reply to a file as if it came from the folder of bank files; a job books it. */
const answer = async ({ ports }: DemoPortal, { fileId, format, day }: AnsweredFile): Promise<void> => {
  const layout = layoutNamed(ports.layouts, replyLayouts[format])
  const [kind, line] = writtenLine(layout)
  const codes = replyCodes[format]
  const { rows } = await sql<{ sent: LineValues }>`
    select sent from internal_debit_record where debit_file_id = ${fileId} order by seq limit ${codes.length}`.execute(
    ports.db,
  )
  const ofFile = { TransDate: day, DebitDate: day, CreateDate: day, TransTime: '180000', CreateTime: '180000' }
  const valuesFor = (fields: Readonly<Record<string, unknown>>, values: LineValues): LineValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)))
  const details = rows.map(({ sent }, index) => ({
    kind,
    values: valuesFor(line.fields, { ...ofFile, ...sent, ResultCode: codes[index] ?? '' }),
  }))
  const header = layout.header ? valuesFor(layout.header.fields, { ...rows[0]?.sent, ...ofFile }) : {}
  const content = writeBankFile(layout, { header, details }, ports.bankFileTools.big5)
  await receiveBankFile(ports, { name: `${replyLayouts[format]}-${fileId}.txt`, content: chunksOf(content) })
}

const chunksOf = async function* (chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
