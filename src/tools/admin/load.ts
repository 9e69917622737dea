import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { VACCheckScheme } from '../../domain/accounts/check-digits'
import { accountLengthProblems, type VACCheckType } from '../../domain/accounts/virtual-account'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { validateRecord } from '../../schema/rules/validate'
import { HttpRefusal } from '../../server/call'
import { todayOf } from '../../server/context'
import { OperatorError } from '../../server/node/operator-error'
import type { Db } from '../../server/ports'
import type { RecordContext, RecordKey } from '../../server/record-context'
import { createRecord, type RecordExtras } from '../../server/records/create'
import { findRecord } from '../../server/records/get'
import { updateRecord } from '../../server/records/update'
import { type AdminContext, asWritableByBank, type BaseDataFileKind, fileKinds, recordContext } from './kinds'
import { type FileRecord, readRecords } from './read-file'
import { createUserWithPassword, findUserSerialId } from './users'

/** Returns the files of a folder that can be loaded, in the order of `fileKinds`. Throws if there are none. */
export const loadableFiles = (folder: string): readonly string[] => {
  const paths = fileKinds
    .flatMap(({ file }) => [`${file}.csv`, `${file}.json`])
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
  if (paths.length === 0)
    throw new OperatorError(
      `${folder} has none of the files ${fileKinds.map(({ file }) => `${file}.csv`).join(', ')} (or .json).`,
    )
  return paths
}

/**
 * Loads one file and returns how many records were refused.
 * Creates missing records, and changes existing ones only if `canUpdate` is set; existing users are never changed.
 * Each record has its own transaction, so an interrupted load can be repeated.
 */
export const loadDataFile = async (admin: AdminContext, path: string, canUpdate: boolean): Promise<number> => {
  const kind = kindOf(path)
  const resource = admin.schemas.get(kind.resource)
  const fileRecords = readRecords(path, resource)
  const counts: Record<LoadOutcome, number> = { created: 0, updated: 0, unchanged: 0, different: 0, refused: 0 }
  for (const [index, fileRecord] of fileRecords.entries()) {
    counts[
      await tryLoadRecord(admin, {
        kind,
        resource: asWritableByBank(resource, { onlyRequired: kind.required }),
        fileRecord,
        canUpdate,
      })
    ]++
    if ((index + 1) % progressInterval === 0 && index + 1 < fileRecords.length)
      admin.print(`${path}: ${index + 1} of ${fileRecords.length} …`)
  }
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  admin.print(`${path}: ${parts.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'no records'}.`)
  return counts.refused
}

/** Progress is printed after this number of records. */
const progressInterval = 200

type LoadOutcome = 'created' | 'updated' | 'unchanged' | 'different' | 'refused'

interface RecordToLoad {
  readonly kind: BaseDataFileKind
  readonly resource: Resource
  readonly fileRecord: FileRecord
  readonly canUpdate: boolean
}

const kindOf = (path: string): BaseDataFileKind => {
  const name = basename(path).replace(/\.(csv|json)$/, '')
  const kind = fileKinds.find(({ file }) => file === name)
  if (!kind)
    throw new OperatorError(
      `${path} is not known; files are named ${fileKinds.map(({ file }) => `${file}.csv`).join(', ')} (or .json).`,
    )
  return kind
}

const tryLoadRecord = async (admin: AdminContext, recordToLoad: RecordToLoad): Promise<LoadOutcome> => {
  try {
    return await loadRecord(admin, recordToLoad)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = Object.entries(error.fields)
    admin.print(
      `${recordToLoad.fileRecord.position}: refused. ${fields.length > 0 ? fields.map(([field, message]) => `${field}: ${message}`).join(' ') : error.message}`,
    )
    return 'refused'
  }
}

const loadRecord = async (
  admin: AdminContext,
  { kind, resource, fileRecord, canUpdate }: RecordToLoad,
): Promise<LoadOutcome> => {
  const context = recordContext(admin)
  if (kind.resource === 'portalUser') {
    if ((await findUserSerialId(admin, fileRecord.record)) !== undefined) return 'unchanged'
    await createUserWithPassword(admin, fileRecord.record)
    return 'created'
  }
  const record = { ...defaults[kind.resource], ...fileRecord.record }
  const key = Object.fromEntries(resource.key.map((name) => [name, String(fileRecord.record[name] ?? '')]))
  const stored = await findStored(context, resource, key)
  if (!stored) {
    await createRecord(context, resource, record, { afterWrite: checksAfterWrite[kind.resource] })
    return 'created'
  }
  const differingNames = differingFields(resource, stored, fileRecord.record, todayOf(context))
  if (differingNames.length === 0) return 'unchanged'
  if (!canUpdate) {
    admin.print(
      `${fileRecord.position}: differs from the portal in ${differingNames.join(', ')} and was not changed; --update writes the values of the file.`,
    )
    return 'different'
  }
  // An update without the present UpdateTime would be refused.
  await updateRecord(
    context,
    resource,
    key,
    { ...fileRecord.record, UpdateTime: stored.UpdateTime },
    { afterWrite: checksAfterWrite[kind.resource] },
  )
  return 'updated'
}

/** Default values of a new record, by resource. */
const defaults: Readonly<Record<string, RecordValues>> = {
  Customer: { CustomerStatus: 'Active' },
  Agreement: {
    AllowOwnVAC: false,
    CheckDuplicate: true,
    UseWhiteList: false,
    DualControl: false,
    MarketItems: [],
    AgreementStatus: 'Active',
  },
}

/** Returns the record with a key; undefined if there is none, or if the key is invalid. */
const findStored = (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues | undefined> =>
  findRecord(context, resource, key).catch((error: unknown) => {
    if (error instanceof HttpRefusal && error.status === 404) return undefined
    throw error
  })

/** Returns the names of the fields whose normalized values in the file differ from those of the stored record. */
const differingFields = (
  resource: Resource,
  stored: RecordValues,
  record: RecordValues,
  today: string,
): readonly string[] => {
  const { value: normalized } = validateRecord(resource, { ...stored, ...record }, { mode: 'create', today, role: '' })
  return Object.keys(record).filter(
    (name) => name in normalized && JSON.stringify(normalized[name] ?? null) !== JSON.stringify(stored[name] ?? null),
  )
}

/**
 * Functions, by resource, that check a written record against the rules that its schema cannot express.
 * They throw a refusal, which rolls the record back.
 */
const checksAfterWrite: Readonly<Record<string, RecordExtras['afterWrite']>> = {
  MarketItem: async ({ db }, record) => {
    requireValidAmountRange(record)
    await requireSeparateAmountRanges(db, sql<boolean>`g.market_items @> to_jsonb(${record.MarketItemCode}::text)`)
  },
  Agreement: async ({ db }, record) => {
    requireComposableAccounts(record)
    await requireSeparateAmountRanges(db, sql<boolean>`g.apply_code = ${record.ApplyCode}`)
  },
}

const requireValidAmountRange = ({ MinAmount, MaxAmount }: RecordValues): void => {
  if (Number(MinAmount) > Number(MaxAmount))
    throw new Refusal('2002', `MinAmount is ${MinAmount}, above MaxAmount, which is ${MaxAmount}.`)
}

/**
 * Throws a refusal if one of the agreements has two market items for the same amount, because it would not be clear
 * which of the two fees applies.
 * The ranges of two items may overlap if the company bears the fee of one and the payer that of the other.
 */
const requireSeparateAmountRanges = async (db: Db, agreements: RawBuilder<boolean>): Promise<void> => {
  const { rows } = await sql<Record<'agreement' | 'first' | 'second', string>>`
    select g.apply_code as agreement, a.market_item_code as first, b.market_item_code as second
    from agreement g
    join market_item a on g.market_items @> to_jsonb(a.market_item_code)
    join market_item b on g.market_items @> to_jsonb(b.market_item_code) and b.fee_bear_type = a.fee_bear_type
      and b.market_item_code > a.market_item_code and b.min_amount <= a.max_amount and a.min_amount <= b.max_amount
    where ${agreements}
    order by 1, 2, 3
    limit 1`.execute(db)
  const [overlap] = rows
  if (overlap)
    throw new Refusal(
      '2002',
      `MarketItems of agreement ${overlap.agreement}: the amounts of ${overlap.first} and ${overlap.second} overlap.`,
    )
}

/**
 * Throws a refusal for an agreement whose virtual accounts could not be composed of their parts.
 * Ignores agreements that use their own account numbers, which have no parts.
 */
const requireComposableAccounts = (record: RecordValues): void => {
  if (record.AllowOwnVAC === true) return
  const problems = accountLengthProblems({
    applyCode: String(record.ApplyCode),
    checkType: record.VACCheckType as VACCheckType,
    scheme: record.VACCheckScheme as VACCheckScheme,
    length: Number(record.VACLength),
    termNoLength: Number(record.TermNoLen ?? 0),
    payerNoLength: Number(record.PayerNoLen ?? 0),
  })
  if (problems.length > 0)
    throw new Refusal('2002', `The parts of its virtual accounts do not fit: ${problems.join('')}`)
}
