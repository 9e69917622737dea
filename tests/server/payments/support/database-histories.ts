import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { composeAccount } from '../../../../src/domain/accounts/virtual-account'
import { type Line, reportedAccount } from '../../../../src/domain/payments/line'
import { isMatchedAgain } from '../../../../src/domain/payments/match-lines'
import { Refusal } from '../../../../src/domain/refusal'
import { bookLines, type ReportedLine } from '../../../../src/server/payments/book-lines'
import { cancelCollection, collect } from '../../../../src/server/payments/collections/collections'
import { loadLines } from '../../../../src/server/payments/ledger-store'
import { rematch as rematchWaiting } from '../../../../src/server/payments/rematch'
import type { Db } from '../../../../src/server/ports'
import { findRecord } from '../../../../src/server/records/get'
import {
  arrival,
  chosen,
  type Event,
  event,
  isWaiting,
  type Resent,
  requestOf,
  resentLine,
  resentValues,
  accounts as sampleAccounts,
  bills as sampleBills,
} from '../../../domain/payments/support/histories'
import type { Portal } from '../../../support/portal'
import { reported } from './booking'
import { contextFor, expectCorrectLedger, personIn } from './persons'

const pick = fc.nat({ max: 30 })

/** What else happens to bills: the company collects money itself, and cancels that. */
const collection = fc.record({
  kind: fc.constantFrom('collect' as const, 'cancelCollection' as const),
  bill: pick,
  share: fc.constantFrom(400, 600, 1000),
})

const restarts = ['uncommitted', 'unanswered'] as const

const step = fc.record({
  happened: fc.oneof({ weight: 12, arbitrary: event }, { weight: 1, arbitrary: collection }),
  /**
   * When the process ends: before the transaction does, or before the sender knows that it has.
   * After the restart, it happens again.
   */
  restart: fc.nat({ max: 5 }).map((number) => restarts[number] ?? null),
})

/** Something arrives first, because nothing else could happen. */
const first = fc.record({
  happened: fc.record({
    kind: fc.constant('arrive' as const),
    lines: fc.array(arrival, { minLength: 2, maxLength: 4 }),
  }),
  restart: fc.constant(null),
})
const history = fc
  .tuple(first, fc.array(step, { minLength: 4, maxLength: 10, size: 'max' }))
  .map(([arrived, steps]) => [arrived, ...steps])

type Happened = Event | (typeof collection extends fc.Arbitrary<infer T> ? T : never)

/** The records of one history. Histories share a database: each has accounts, bills and lines of its own. */
interface Course {
  readonly place: Portal
  /** The start of the transaction numbers of the lines. */
  readonly name: string
  readonly firstLine: number
  readonly accounts: readonly string[]
  readonly bills: number[]
  hasLateBill: boolean
}

/** Creates what all histories share: agreement 77001, and 77004 with a white list and dual control. */
export const givenBank = async ({ given }: Pick<Portal, 'given'>): Promise<void> => {
  await given.customer()
  await given.marketItem()
  for (const ApplyCode of ['77001', '77004']) {
    await given.agreement({ ApplyCode, ...(ApplyCode === '77004' && { UseWhiteList: true, DualControl: true }) })
    await given.billCategory({ ApplyCode })
    await given.billCategory({ ApplyCode, BillCategoryCode: 'PART', AllowPartial: true })
    await given.billCategory({ ApplyCode, BillCategoryCode: 'LATE', AllowPartial: true, AllowOverdue: true })
  }
}

/**
 * Checks random histories in the database: after each one every invariant holds.
 * The same seed gives the same histories.
 */
export const checkDatabaseHistories = async (
  place: Portal,
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): Promise<void> => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      number += 1
      const course = await begin(place, number)
      for (const { happened, restart } of steps) {
        if (restart === 'uncommitted') await interrupted(course, happened)
        await allowed(place.ports.db.transaction().execute((db) => play({ ...course, db }, happened)))
        if (restart === 'unanswered' && happened.kind === 'arrive') await repeatArrival(course, happened)
        if (happened.kind === 'uploadBill') await uploadLateBill(course)
      }
      await expectCorrectLedger(place)
      await expectCorrectUses(place)
    }),
    { numRuns, seed },
  )
}

/** Returns the states and exceptions in which lines have been, and the states of all handlings. */
export const statesOnRecord = async ({ ports }: Portal): Promise<readonly string[]> => {
  const { rows } = await sql<{ state: string }>`
    select distinct coalesce(exception_type, write_off_status) as state from transaction_line
    union select distinct coalesce(after ->> 'ExceptionType', after ->> 'WriteOffStatus') from audit_log where resource = 'TLDetail'
    union select distinct 'handling ' || state from line_handling
    union select distinct 'collection ' || collect_status from self_collection
    order by 1`.execute(ports.db)
  return rows.map(({ state }) => state)
}

const begin = async (place: Portal, number: number): Promise<Course> => {
  const accounts = sampleAccounts.map((account, index) =>
    index < sampleBills.length ? accountOf(number, index) : account,
  )
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(serial_id), 0) as last from transaction_line`.execute(place.db)
  const bills: number[] = []
  for (const index of sampleBills.keys()) if (index !== lateIndex) bills.push(await createBill(place, number, index))
  await place.given.record('whiteList', {
    ApplyCode: '77004',
    VACAccount: accounts[3],
    CheckType: 'Account',
    MaxTimes: 2,
    UsedTimes: 0,
    WhiteListState: 'Active',
  })
  return { place, name: String(number), firstLine: (rows[0]?.last ?? 0) + 1, accounts, bills, hasLateBill: false }
}

const lateIndex = 2

const codeOf = (index: number): string => (index < 3 ? '77001' : '77004')

const accountOf = (number: number, index: number): string =>
  composeAccount({
    ...({ applyCode: codeOf(index), checkType: 'Account', scheme: 'W371', length: 14 } as const),
    termNo: '26',
    payerNo: String(number * 10 + index).padStart(6, '0'),
    amount: null,
    dueDate: null,
  })

const createBill = async ({ given }: Portal, number: number, index: number): Promise<number> => {
  const category = ['MGT', 'LATE'][index] ?? 'PART'
  const { SerialId } = await given.bill({
    ApplyCode: codeOf(index),
    BillCategoryCode: category,
    VACAccount: accountOf(number, index),
  })
  return Number(SerialId)
}

const uploadLateBill = async (course: Course): Promise<void> => {
  if (course.hasLateBill) return
  course.hasLateBill = true
  course.bills.push(await createBill(course.place, Number(course.name), lateIndex))
}

/** Waits for what may be refused; a refused act has changed nothing. */
const allowed = async (act: Promise<unknown>): Promise<void> => {
  await act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

class Interruption extends Error {}

/** Lets everything happen, but the process ends before the transaction is committed. */
const interrupted = async (course: Course, happened: Happened): Promise<void> => {
  const act = course.place.ports.db.transaction().execute(async (db) => {
    await allowed(play({ ...course, db }, happened))
    throw new Interruption()
  })
  await expect(act).rejects.toBeInstanceOf(Interruption)
}

/** Sends lines again whose acceptance the sender does not know about: none of them is accepted twice. */
const repeatArrival = async (course: Course, { lines }: Extract<Event, { kind: 'arrive' }>): Promise<void> => {
  const { place } = course
  const again = lines.map((line) => reportedIn(course, line))
  const booked = await place.ports.db.transaction().execute((db) => bookLines(db, again, ledgerContext(place)))
  expect(booked).toMatchObject({ accepted: 0, repeated: lines.length })
}

/** A history with the transaction in which something happens. */
interface Scene extends Course {
  readonly db: Db
}

const play = async (scene: Scene, happened: Happened): Promise<void> => {
  switch (happened.kind) {
    case 'arrive':
      return book(
        scene,
        happened.lines.map((line) => reportedIn(scene, line)),
      )
    case 'reverse':
    case 'repeat':
    case 'payReversed':
      return sendAgain(scene, happened)
    case 'uploadBill':
      return
    case 'voidBill':
      await sql`update bill set bill_state = 'Void' where serial_id = ${chosen(scene.bills, happened.bill)} and paid_amount = 0`.execute(
        scene.db,
      )
      return
    case 'rematch':
      return rematch(scene)
    case 'collect':
    case 'cancelCollection':
      return collectOrCancel(scene, happened)
    case 'handle':
      return handleOne(scene, happened)
    default:
      return decideOne(scene, happened)
  }
}

type Arrival = Extract<Event, { kind: 'arrive' }>['lines'][number]

const reportedIn = ({ name, accounts }: Course, { VACAccount, TxnSeq, ...line }: Arrival): ReportedLine =>
  reported({
    ...line,
    TxnSeq: `${name}.${TxnSeq}`,
    VACAccount: accounts[sampleAccounts.indexOf(VACAccount)] ?? VACAccount,
    MarketItemCode: '7A1',
    NetAmount: line.Amount - 10,
  })

const book = async ({ db, place }: Scene, lines: readonly ReportedLine[]): Promise<void> => {
  const { accepted, repeated } = await bookLines(db, lines, ledgerContext(place))
  expect(accepted + repeated).toBe(lines.length)
}

const ledgerContext = ({ ports }: Portal) => ({ now: ports.clock().toISOString(), user: 'system' })

const linesOf = async ({ db, firstLine }: Scene): Promise<readonly Line[]> => {
  const { rows } = await sql<{
    id: number
  }>`select serial_id as id from transaction_line where serial_id >= ${firstLine}`.execute(db)
  return loadLines(
    db,
    rows.map(({ id }) => id),
  )
}

/** A channel sends a line again, takes it back, or reports it after its reversal. */
const sendAgain = async (scene: Scene, happened: Resent): Promise<void> => {
  const of = resentLine(happened, await linesOf(scene))
  if (of === undefined) return
  const {
    SerialId,
    ApplyCode: _code,
    OriginalVACAccount: _account,
    ParentSerialId: _parent,
    state: _state,
    ...sent
  } = of
  const line = reported({
    ...sent,
    VACAccount: reportedAccount(of),
    ...resentValues(happened, of, `${scene.name}.r${SerialId}`),
  })
  if (happened.kind === 'repeat')
    expect(await bookLines(scene.db, [line], ledgerContext(scene.place))).toMatchObject({ accepted: 0, repeated: 1 })
  else await book(scene, [line])
}

/** Matches the lines without a bill again, as every night. */
const rematch = async (scene: Scene): Promise<void> => {
  for (const sign of ['Minus', 'Plus']) {
    const lines = await linesOf(scene)
    const waiting = lines.filter(
      (line) => line.AmountSign === sign && isMatchedAgain(line, { arrivedOn: '2026-11-20', today: '2026-11-21' }),
    )
    await rematchWaiting(scene.db, waiting, ledgerContext(scene.place))
  }
}

/** The company collects money itself, or cancels that. */
const collectOrCancel = async (
  scene: Scene,
  { kind, bill: number, share }: Extract<Happened, { kind: 'collect' | 'cancelCollection' }>,
): Promise<void> => {
  const BillSerialId = chosen(scene.bills, number)
  const context = { ...contextFor(scene.place, 'maker01'), db: scene.db }
  if (kind === 'collect') {
    const { rows } = await sql<{
      ApplyCode: string
    }>`select apply_code as "ApplyCode" from bill where serial_id = ${BillSerialId}`.execute(scene.db)
    await collect(context, {
      ...rows[0],
      BillSerialId,
      CollectAmount: share,
      CollectDate: '2026-11-20',
      CollectMethod: 'Cash',
      ConfirmEqual: true,
    })
    return
  }
  const { rows } = await sql<{ id: number }>`
    select serial_id as id from self_collection where bill_serial_id = ${BillSerialId} and collect_status = 'Collected' limit 1`.execute(
    scene.db,
  )
  if (rows[0] === undefined) return
  const key = { SerialId: rows[0].id }
  const { UpdateTime } = await findRecord(context, context.schemas.get('selfCollection'), key)
  await cancelCollection(context, key, { UpdateTime, Reason: '登錄錯誤' })
}

/** A user of the company; for a line of no agreement, a user of the bank. */
const personFor = ({ place, db }: Scene, { ApplyCode }: Line, userId: string) =>
  ApplyCode === null
    ? personIn({
        ...contextFor(place, userId),
        db,
        scope: { kind: 'bank', sessionId: '', userId, role: 'BankOperator' },
      })
    : personIn({ ...contextFor(place, userId), db })

const handleOne = async (scene: Scene, happened: Extract<Event, { kind: 'handle' }>): Promise<void> => {
  const lines = await linesOf(scene)
  const of = chosen(happened.line % 8 === 7 ? lines : lines.filter(isWaiting), happened.line)
  if (of === undefined) return
  const targets = { bills: scene.bills.map((SerialId) => ({ SerialId })), accounts: scene.accounts }
  await personFor(scene, of, happened.by).handle(of.SerialId, requestOf(happened, of, targets))
}

const decideOne = async (
  scene: Scene,
  { kind, line: number, by }: Extract<Event, { kind: 'release' | 'refuse' | 'withdraw' | 'undo' }>,
): Promise<void> => {
  const isWanted = ({ state }: Line): boolean =>
    kind === 'undo' ? 'handled' in state : state.WriteOffStatus === 'PendingRelease'
  const of = chosen((await linesOf(scene)).filter(isWanted), number)
  if (of === undefined) return
  // Usually it is the proposer who withdraws, because others are refused.
  const isProposer = kind === 'withdraw' && number % 4 > 0 && 'proposal' in of.state
  await personFor(scene, of, isProposer ? of.state.proposal.by : by)[kind](of.SerialId)
}

/** Expects that the white list has counted one use for each live entry that used it. */
const expectCorrectUses = async ({ ports }: Portal): Promise<void> => {
  const { rows } = await sql`
    select w.serial_id, w.used_times, count(e.payment_id) as entries
    from white_list w
    left join payment e on e.white_list_serial_id = w.serial_id and e.amount > 0
      and not exists (select from payment c where c.counters_payment_id = e.payment_id)
    group by w.serial_id
    having w.used_times <> count(e.payment_id)`.execute(ports.db)
  expect(rows).toEqual([])
}
