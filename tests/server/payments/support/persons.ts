import { expect } from 'vitest'
import type { HandlingAction } from '../../../../src/domain/payments/handling-request'
import type { RecordValues } from '../../../../src/schema/language/language'
import { handle, refuse, release, undo, withdraw } from '../../../../src/server/payments/handlings/handlings'
import { differenceLines, verifyLedger } from '../../../../src/server/payments/verification/ledger-verify'
import type { RecordContext } from '../../../../src/server/record-context'
import { companies } from '../../../support/builders'
import type { Portal } from '../../../support/portal'

type Place = Pick<Portal, 'ports' | 'schemas' | 'modules'>

/** Returns the context in which a user of the committee works, who may use these agreements. */
export const contextFor = (
  { ports, schemas, modules }: Place,
  userId: string,
  applyCodes = ['77001', '77002', '77003', '77004'],
): RecordContext => ({
  db: ports.db,
  schemas,
  modules,
  clock: ports.clock,
  ip: '203.0.113.7',
  scope: { kind: 'company', sessionId: '', userId, role: 'CustomerMaker', uniformNo: companies.committee, applyCodes },
})

/** Returns what a user can do with lines of their agreements. */
export const person = (place: Place, userId: string, applyCodes?: string[]) =>
  personIn(contextFor(place, userId, applyCodes))

/** Returns what the user of a context can do with lines. */
export const personIn = (context: RecordContext) => ({
  handle: (line: number, request: HandlingAction, Reason = '繳款人誤植帳號') =>
    handle(context, { serialId: line }, { request, Reason }),
  release: (line: number) => release(context, { serialId: line }),
  refuse: (line: number, Reason = '帳單選錯') => refuse(context, { serialId: line }, { Reason }),
  withdraw: (line: number) => withdraw(context, { serialId: line }),
  undo: (line: number, Reason = '處理錯誤') => undo(context, { serialId: line }, { Reason }),
})

/** Expects that every invariant of the ledger holds. */
export const expectCorrectLedger = async ({ ports }: Pick<Portal, 'ports'>): Promise<void> =>
  expect(differenceLines(await verifyLedger(ports.backgroundDb))).toEqual([])

/** Returns the action that writes a line off to a bill. */
export const toBill = ({ SerialId }: RecordValues, isOverpaymentConfirmed = false): HandlingAction => ({
  action: 'ChangeBill',
  BillSerialId: Number(SerialId),
  isOverpaymentConfirmed,
})
