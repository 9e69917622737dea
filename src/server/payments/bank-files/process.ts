import { type NotNull, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { layoutNamed } from '../../../schema/layouts/layout'
import { errorDetails } from '../../database/errors'
import { toTaipei } from '../../database/times'
import { streamFile } from '../../files'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobRun, Ports } from '../../ports'
import { BankFileRefusal } from '../files/bank-file'
import { bankFileJob } from './enqueue'
import type { BankFileKinds, BankFilePorts } from './kind'
import { markAsFailed, outcomeOf } from './outcome'
import { headerOfFile } from './same-header'

/**
 * Processes a file as its kind does.
 * Throws a refusal for a file with a mistake, and stores none of its lines.
 * If the process dies, the job runs again; lines that are already booked have no effect.
 */
export const runBankFile = async (
  ports: BankFilePorts & Pick<Ports, 'layouts'> & { readonly settings: Pick<Ports['settings'], 'releasesUploads'> },
  { id, kinds }: FileToProcess,
  run: JobRun,
): Promise<void> => {
  const { backgroundDb: db, layouts, settings } = ports
  const file = await markAsProcessing(db, id)
  if (!file) return
  const { layoutName, uploadTime, fileId } = file
  const kind = kinds[layoutName]
  if (!kind) throw new Error(`No module has a bankFileKind for the layout '${layoutName}'.`)
  const receivedOn = toTaipei(uploadTime).slice(0, 10)
  const open = (reader: Db = db): AsyncIterable<Uint8Array> => contentOf({ ...ports, backgroundDb: reader }, fileId)
  const needsRelease = settings.releasesUploads && isUnreadUpload(file)
  const layout = layoutNamed(layouts, layoutName)
  await kind.process(ports, { ...file, id, layout, receivedOn, needsRelease, open }, run)
}

/**
 * Returns whether a file was uploaded by hand and neither released, nor read before: what was read while the setting was
 * off may be booked in part or held.
 * The drop folder belongs to the portal's user alone, so its files need no release.
 */
const isUnreadUpload = ({
  source,
  checkTime,
  lineCount,
  decision,
  isHeld,
}: NonNullable<Awaited<ReturnType<typeof markAsProcessing>>>): boolean =>
  source === 'Upload' && checkTime === null && lineCount === null && decision === null && !isHeld

/** A stored file, and the kinds of bank files of all modules. */
interface FileToProcess {
  readonly id: number
  readonly kinds: BankFileKinds
}

/** Marks a file as failed: its processing was cancelled, the file is invalid, or every attempt failed. */
export const onBankFileFailure = async (
  ports: Pick<Ports, 'db' | 'clock' | 'log' | 'jobs'>,
  { id, kinds }: FileToProcess,
  reason: unknown,
): Promise<void> => {
  const { db, log } = ports
  logFailure(log, id, reason)
  const { layout } = await headerOfFile(db, id)
  const fail = kinds[layout ?? '']?.onFailure ?? markAsFailed
  await fail(ports, { id, reason })
  if (reason instanceof JobCancelled)
    await writeOutcome(db, { name: bankFileJob, data: { SerialId: id }, outcome: outcomeOf(reason) })
}

const logFailure = (log: Ports['log'], id: number, reason: unknown): void => {
  if (reason instanceof Refusal) {
    const { lineNo, column } = reason instanceof BankFileRefusal ? reason : { lineNo: null, column: null }
    log.warn('bank file refused', { file: id, lineNo, column })
  } else if (!(reason instanceof JobCancelled)) log.error('bank file failed', { file: id, ...errorDetails(reason) })
}

/**
 * Marks the file as being processed; a held file remains held.
 * Returns the file; undefined if it was deleted or its processing has ended.
 */
const markAsProcessing = (db: Db, id: number) =>
  db
    .updateTable('bank_file')
    .set({ import_status: sql`case when import_status = 'Held' then 'Held' else 'Processing' end` })
    .where('serial_id', '=', id)
    .where('import_status', 'in', ['Pending', 'Processing', 'Held'])
    .returning([
      'file_name as name',
      'layout as layoutName',
      'file as fileId',
      'upload_time as uploadTime',
      'hold_decision as decision',
      'update_user as updateUser',
      'source',
      'check_time as checkTime',
      'line_count as lineCount',
      sql<boolean>`import_status = 'Held'`.as('isHeld'),
    ])
    .$narrowType<{ name: NotNull; layoutName: NotNull; uploadTime: NotNull }>()
    .executeTakeFirst()

// Bank files belong to no company.
const contentOf = async function* (
  ports: Pick<Ports, 'backgroundDb' | 'log'>,
  fileId: string,
): AsyncGenerator<Uint8Array> {
  yield* (await streamFile(ports, fileId, '')).bytes
}
