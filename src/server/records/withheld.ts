import { unknownField, withheldFrom } from '../../schema/sentences'
import { mayWrite, permissionFor } from '../../schema/sight'
import type { Field, Resource, Row, RowsField } from '../../schema/types'
import { sameValue } from '../../schema/write-rules'
import { type RecordContext, refuseWrong } from './context'
import { isRow } from './rows'
import { roleOf } from './sight'
import { wholeRows } from './withheld-columns'

/** What a role sends, without what it may not write, its rows whole again; refuses where that would have changed something. A field that is hidden from it looks like one that there is not. */
export const withoutWithheld = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, input: Row, before?: Row): Row => {
  const role = roleOf(scope)
  const whole = withWholeRows(resource, role, input, before)
  const withheld = resource.fields.filter(({ name }) => name in whole && !mayWrite(resource, name, before ? 'update' : 'create', role))
  const changed = withheld.filter((field) => isHidden(resource, role, field.name) || !isSame(field, whole[field.name], before?.[field.name]))
  refuseWrong(Object.fromEntries(changed.map(({ name, label }) => [name, isHidden(resource, role, name) ? unknownField() : withheldFrom(label)])))
  const names = withheld.map(({ name }) => name)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
}

const withWholeRows = (resource: Resource, role: string, input: Row, before: Row | undefined): Row => {
  const lists = resource.fields.filter((field): field is RowsField => field.type === 'rows' && field.name in input && !isHidden(resource, role, field.name))
  const verdicts = lists.map((list) => [list.name, wholeRows(resource, list, role, { given: input[list.name], before })] as const)
  refuseWrong(Object.assign({}, ...verdicts.map(([, { errors }]) => errors)))
  return { ...input, ...Object.fromEntries(verdicts.map(([name, { rows }]) => [name, rows])) }
}

// Rows are the same in whatever order their columns come, and without what follows from these.
const isSame = (field: Field, value: unknown, stored: unknown): boolean => {
  if (field.type !== 'rows' || !Array.isArray(value) || !Array.isArray(stored)) return sameValue(value, stored)
  const isSameRow = (row: unknown, index: number) => {
    const old: unknown = stored[index]
    return isRow(row) && isRow(old) && Object.entries(row).every(([name, own]) => sameValue(own, old[name]))
  }
  return value.length === stored.length && value.every(isSameRow)
}

const isHidden = (resource: Resource, role: string, name: string): boolean => permissionFor(resource, role, name).get === 'hidden'
