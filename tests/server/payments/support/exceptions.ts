import { sql } from 'kysely'
import { expect } from 'vitest'
import type { HandlingAction } from '../../../../src/domain/payments/handling-request'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Portal } from '../../../support/portal'
import { book, givenBill, newAccount, reported } from './booking'

/** Books a payment for an account without a bill, and returns the serial id of the exception. */
export const waiting = async (
  place: Pick<Portal, 'ports'>,
  differences: Parameters<typeof reported>[0] = {},
): Promise<number> => {
  const { serialIds } = await book(place, reported({ VACAccount: newAccount(), ...differences }))
  return serialIds[0] ?? 0
}

/** Returns a bill of an agreement, with an account of its own. */
export const billOf = (place: Pick<Portal, 'given'>, ApplyCode: string, values: RecordValues = {}) =>
  givenBill(place, { ApplyCode, VACAccount: newAccount(ApplyCode), ...values })

/** Divides a line among bills, which it pays in full. */
export const divide = (...bills: readonly RecordValues[]): HandlingAction => ({
  action: 'Divide',
  parts: bills.map(({ SerialId, ShouldPayAmount }) => ({
    BillSerialId: Number(SerialId),
    Amount: Number(ShouldPayAmount),
  })),
})

/** Divides a line between a bill and an account. */
export const partly = ({ SerialId }: RecordValues, VACAccount = newAccount()): HandlingAction => ({
  action: 'Divide',
  parts: [
    { BillSerialId: Number(SerialId), Amount: 500 },
    { VACAccount, Amount: 500 },
  ],
})

export const toAccount = (VACAccount: unknown): HandlingAction => ({
  action: 'ChangeVACAccount',
  VACAccount: String(VACAccount),
})

export const invalid: HandlingAction = { action: 'Invalid' }

/** Returns the parts of a line with their states. */
export const partsOf = async ({ db }: Pick<Portal, 'db'>, line: number) => {
  const { rows } = await sql<{ id: number; status: string }>`
    select serial_id as id, write_off_status as status from transaction_line where parent_serial_id = ${line} order by 1`.execute(
    db,
  )
  return rows
}

/** Returns the amounts of a line's entries. */
export const entriesOf = async ({ db }: Pick<Portal, 'db'>, line: number) => {
  const { rows } = await sql<{
    amount: number
  }>`select amount from payment where line_serial_id = ${line} order by payment_id`.execute(db)
  return rows.map(({ amount }) => amount)
}

/** Matches a refusal with a code, and with a message. */
export const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) })
