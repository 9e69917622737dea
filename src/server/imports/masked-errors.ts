import { type ColumnName, columns, titleOf } from '../../domain/bill-upload'
import type { PersonalData } from '../../domain/mask'
import { masksPersonalData } from '../../domain/roles'
import { maskCell } from '../../schema/mask-row'
import type { SchemaSet } from '../../schema/schema-set'
import { type Call, HttpRefusal } from '../call'
import type { RowError } from './row-error'

/** Whether a session must never see what a file says about people. */
export const seesMasked = ({ scope }: Pick<Call, 'scope'>): boolean => !('role' in scope) || masksPersonalData(scope.role)

/** Refuses a file as it was uploaded, or what it says, to those who see masked data only. */
export const refuseMasked = (call: Pick<Call, 'scope'>): void => {
  if (seesMasked(call)) throw new HttpRefusal(403, '您的角色只能查看遮罩後的資料，不能下載原始檔。')
}

/** The error log with personal cells masked as the bill's own fields are. */
export const maskErrors = (errors: readonly RowError[], schemas: SchemaSet): readonly RowError[] => {
  const kinds = personalTitles(schemas)
  return errors.map((error) => ({ ...error, Value: valueFor(error, kinds) }))
}

const personalTitles = (schemas: SchemaSet): ReadonlyMap<string, PersonalData> =>
  new Map(schemas.get('bills').fields.flatMap(({ name, personal }) => (personal && isColumn(name) ? [[titleOf(name), personal] as const] : [])))

const isColumn = (name: string): name is ColumnName => Object.hasOwn(columns, name)

const valueFor = ({ ColumnName, Value }: RowError, kinds: ReadonlyMap<string, PersonalData>): string => {
  // Nobody knows what a cell under no title holds.
  if (stray.test(ColumnName)) return maskCell(undefined, Value)
  const kind = kinds.get(ColumnName)
  return kind ? maskCell(kind, Value) : Value
}

const stray = /^第 \d+ 欄$/
