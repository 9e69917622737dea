import { beginningOf, type Start } from '../../schema/beginnings'
import { isEntered } from '../../schema/complete-form'
import type { Resource } from '../../schema/resource'
import type { Field, Row } from '../../schema/types'
import { actorOf } from '../access/caller'
import { userName } from '../accounts/users/user-name'
import { type RecordContext, todayOf } from './context'
import { runningNumber } from './running-number'

/** What the server puts into a new record where nobody says anything: its own fields', and those of people that name who makes the record. */
export const beginnings = async (context: RecordContext, resource: Resource): Promise<Row> => {
  const own = resource.fields.filter((field) => !isEntered(field) || isOfUser(field))
  const start = await startOf(context, own)
  return valuesOf(own, (field) => beginningOf(field, start))
}

/** The running numbers of a new record, taken in its transaction: who comes at the same moment waits for the next one. */
export const runningNumbers = async (context: RecordContext, resource: Resource, row: Row): Promise<Row> => {
  const numbers: Record<string, string> = {}
  for (const field of resource.fields) {
    if (field.begins && 'sequence' in field.begins) numbers[field.name] = await runningNumber(context, resource, { field, pattern: field.begins.sequence, row })
  }
  return numbers
}

const isOfUser = ({ begins }: Field): boolean => begins !== undefined && 'user' in begins

const valuesOf = (fields: readonly Field[], find: (field: Field) => unknown): Row =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = find(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

const startOf = async (context: RecordContext, fields: readonly Field[]): Promise<Start> => ({
  today: todayOf(context),
  now: context.clock().toISOString(),
  user: { id: actorOf(context.scope), name: fields.some(isOfUser) ? await userName(context) : '' },
})
