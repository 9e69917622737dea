import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/types'
import type { Db, SheetRow } from '../ports'
import type { RecordContext } from '../records/context'
import { type ReferenceState, type ReferenceStates, referenceStates, referencesOf } from '../records/reference-states'
import { isReference } from '../records/references'
import { reserveSeries, type SeriesState, seriesState, takeSeries } from '../records/running-number'
import { isRace } from '../store/violation'
import { auditStaged, type FinishedRow, forgetStaged, newStaging, placeStaged, type Staging, stageRows, storedRows } from './staging'
import { asBefore, type Vacancies, vacanciesOf, vacate } from './vacancies'
import type { Writing } from './write-row'
import { type Done, isGood, type PacedContext, rowPace, writeRows } from './write-rows'

/** What became of a file: what each row is, and whether all of them are records now. */
export interface WholeFile {
  readonly rows: readonly Done[]
  readonly kept: boolean
}

/**
 * All rows of a file or none. A transaction of thousands of rows would keep everybody else from an engine that does one thing at a time, so each row is
 * judged by being written and taken back, a few at a time; what it would be waits on a stage. Then one statement or two make all of them records.
 */
export const wholeFile = async (context: RecordContext, writing: Writing, rows: readonly SheetRow[], keep: boolean): Promise<WholeFile> => {
  for (let tries = 1; tries <= mostTries; tries++) {
    const stage = newStaging(context, writing.resource)
    try {
      // Rows may be in the way of one another only together: the second look takes the rows before into account.
      const judged = await judgeAll(context, writing, { rows, stage, together: tries > 1 || refersToItself(writing.resource) })
      const kept = keep && judged.done.every(({ written }) => isGood(written))
      await publish(context, { ...judged, stage, kept })
      return { rows: judged.done, kept }
    } catch (error) {
      if (!(error instanceof Changed) && !isRace(error)) throw error
    } finally {
      await forgetStaged(context.db, stage)
    }
  }
  throw new Refusal('2009', '匯入期間，相關的資料一直有人異動，這個檔案沒有匯入任何資料，請稍後再試一次。')
}

const mostTries = 4

/** What was judged holds no more. */
class Changed extends Error {}

/** Ends a transaction without a trace but its result. */
class Undone extends Error {
  constructor(readonly result: unknown) {
    super()
  }
}

interface Judged {
  readonly done: readonly Done[]
  /** What rows set free that others take; none where no row needed it. */
  readonly vacancies: Vacancies
  /** What the good rows refer to, as it was when they were judged. */
  readonly relied: ReferenceStates
  /** Where the series of running numbers were before the first row, and are after the last. */
  readonly series: { readonly from: SeriesState; readonly to: SeriesState }
}

interface Judging {
  readonly rows: readonly SheetRow[]
  readonly stage: Staging
  /** Whether every row is judged beside all the rows before it. */
  readonly together: boolean
}

const judgeAll = async (context: RecordContext, writing: Writing, { rows, stage, together }: Judging): Promise<Judged> => {
  const done: Done[] = []
  const relied = new Map<string, ReferenceState>()
  const pace = rowPace()
  const from = await seriesState(context.db, writing.resource)
  let seen = writing.seen
  let vacancies: Vacancies = new Map()
  let freed: Vacancies | undefined
  let to = from
  while (done.length < rows.length) {
    const some = rows.slice(done.length, done.length + pace.rows)
    const judge = (beside?: Staging) =>
      judgeSome({ ...context, pace }, { ...writing, seen: new Map(seen) }, some, { stage: beside, vacancies, series: { from, to } })
    const first = await judge(together || vacancies.size > 0 ? stage : undefined)
    // What a row is refused for may be what an earlier row of the file mends.
    let judged = together || done.length === 0 || !first.done.some(mayDepend) ? first : await judge(stage)
    // Or what any row of the file sets free: numbers may change places.
    if (vacancies.size === 0 && judged.done.some(isDouble)) {
      freed ??= await vacanciesOf(context, writing, rows)
      vacancies = freed
      if (vacancies.size > 0) judged = await judge(stage)
    }
    await stageRows(context, stage, judged.finished)
    for (const [name, state] of judged.relied) if (!relied.has(name)) relied.set(name, state)
    seen = judged.seen
    to = judged.series.to
    done.push(...judged.done)
  }
  return { done, relied, vacancies, series: { from, to } }
}

interface JudgedSome extends Omit<Judged, 'vacancies'> {
  readonly seen: Writing['seen']
  readonly finished: readonly FinishedRow[]
}

/** What rows are judged beside. */
interface Beside {
  readonly stage: Staging | undefined
  readonly vacancies: Vacancies
  readonly series: Judged['series']
}

/** Writes some rows, beside those of a stage or alone, looks what came of them, and takes all of it back. */
const judgeSome = (context: PacedContext, writing: Writing, rows: readonly SheetRow[], { stage, vacancies, series }: Beside): Promise<JudgedSome> =>
  takenBack(context.db, async (db) => {
    const own = { ...context, db }
    await reserveSeries(db, series.from, series.to)
    if (!(await vacate(db, writing.resource, vacancies))) throw new Changed()
    if (stage && !(await placeStaged(db, stage))) throw new Changed()
    return context.pace.step(async () => {
      const done = (await writeRows(own, writing, rows)).map((row) => asBefore(writing.resource, vacancies, row))
      const good = done.flatMap(({ rowNo, written }) => (isGood(written) ? [{ rowNo, written }] : []))
      const records = good.map(({ written }) => written.record)
      const references = records.flatMap((record) => referencesOf(writing.resource, record))
      const created = good.flatMap(({ written }) => (written.did === 'created' ? [written.record] : []))
      const stored = await storedRows(db, writing.resource, records)
      const finished = good.map((row, index) => ({ ...row, stored: stored[index] ?? {} }))
      return {
        done,
        finished,
        relied: await referenceStates(own, references),
        seen: writing.seen,
        // What other companies take meanwhile is theirs.
        series: { from: series.from, to: new Map([...series.to, ...(await seriesState(db, writing.resource, created))]) },
      }
    })
  })

const isDouble = ({ written }: Done): boolean => !isGood(written) && written.problems.some(({ ErrorCode }) => ErrorCode === 'E105')

const mayDepend = (done: Done): boolean => isDouble(done) || (!isGood(done.written) && done.written.problems.some(({ ErrorCode }) => ErrorCode === 'E106'))

const refersToItself = ({ name, fields }: Pick<Resource, 'name' | 'fields'>): boolean =>
  fields.some((field) => (field.type === 'rows' ? refersToItself({ name, fields: field.fields }) : isReference(field) && field.to === name))

interface Publishing extends Judged {
  readonly stage: Staging
  readonly kept: boolean
}

/** Makes the staged rows records, with their lines in the audit trail, in one transaction; or only tries whether they could be. */
const publish = async (context: RecordContext, { stage, relied, done, vacancies, series, kept }: Publishing): Promise<void> => {
  const work = async (db: Db): Promise<void> => {
    const own = { ...context, db }
    // Who took a number meanwhile took one that a row on the stage has.
    if (!(await takeSeries(db, series.from, series.to))) throw new Changed()
    if (!(await holds(own, stage.resource, relied, done))) throw new Changed()
    // All of them belong to rows of the file; where one of these is bad, nothing is kept.
    if (!(await vacate(db, stage.resource, vacancies))) throw new Changed()
    if (!(await placeStaged(db, stage))) throw new Changed()
    if (kept) await auditStaged(own, stage)
  }
  await (kept ? context.db.transaction().execute(work) : takenBack(context.db, work))
}

/** Whether everything that the rows refer to is as it was. What the file itself makes or changes is looked after by its own rows. */
const holds = async (context: RecordContext, resource: Resource, relied: ReferenceStates, done: readonly Done[]): Promise<boolean> => {
  const ofFile = ({ field, values: [value] }: ReferenceState): boolean =>
    field.to === resource.name && done.some(({ written }) => isGood(written) && written.record[field.by] === value)
  const others = [...relied].filter(([, state]) => !ofFile(state))
  const now = await referenceStates(
    context,
    others.map(([, state]) => state),
  )
  return others.every(([name, { updateTime }]) => now.get(name)?.updateTime === updateTime)
}

const takenBack = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => {
  const undo = db.transaction().execute(async (trx) => {
    throw new Undone(await work(trx))
  })
  return undo.catch((error: unknown) => {
    if (error instanceof Undone) return error.result as T
    throw error
  })
}
