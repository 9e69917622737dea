import { type BillFieldColumn, titleOf, uploadColumns } from '../../domain/bills/bill-upload'
import { maskCell } from '../../schema/access/record-view'
import type { Visibility } from '../../schema/language/permission'
import type { Field } from '../../schema/language/types'
import { type Call, HttpRefusal } from '../call'
import { visibilityInDetail } from './fields'

type UploadCall = Pick<Call, 'scope' | 'schemas'>

/**
 * Returns whether the caller sees unmasked personal data in the error log of an upload of bills.
 * Such access must be audited.
 */
export const canSeeUnmaskedUpload = (caller: UploadCall): boolean =>
  personalColumns(caller).some(({ visibility }) => visibility === 'full')

/**
 * Throws a refusal if a personal field of the uploaded records is masked for the caller: uploaded files and their error
 * files contain unmasked data.
 */
export const requireUnmaskedAccess = (caller: UploadCall, resourceName: 'bills' | 'whiteList'): void => {
  const resource = caller.schemas.get(resourceName)
  const hasMaskedFields = resource.fields.some(
    (field) => field.personal && visibilityInDetail(caller, resource, field.name) !== 'full',
  )
  if (hasMaskedFields) throw new HttpRefusal(403, '您的角色只能查看遮罩後的資料，不能下載原始檔。')
}

/** An error of an upload, with the title of its column and the value of its cell. */
interface CellError {
  readonly ColumnName: string
  readonly Value: string
}

/** Returns the error log with its personal data masked for the caller as on the detail page of bills. */
export const maskErrorsFor = <E extends CellError>(errors: readonly E[], caller: UploadCall): readonly E[] => {
  const personal = personalColumns(caller)
  if (!hasMaskedColumns(personal)) return errors
  const byTitle = new Map(personal.map((column) => [column.title, column]))
  return errors.map((error) => ({ ...error, Value: visibleValue(error, byTitle) }))
}

interface PersonalColumn {
  readonly title: string
  readonly personal: Field['personal']
  readonly visibility: Visibility
}

const personalColumns = (caller: UploadCall): readonly PersonalColumn[] => {
  const bills = caller.schemas.get('bills')
  return bills.fields.flatMap(({ name, personal }) =>
    personal && isColumn(name)
      ? [{ title: titleOf(name), personal, visibility: visibilityInDetail(caller, bills, name) }]
      : [],
  )
}

const hasMaskedColumns = (columns: readonly PersonalColumn[]): boolean =>
  columns.some(({ visibility }) => visibility !== 'full')

const isColumn = (name: string): name is BillFieldColumn => Object.hasOwn(uploadColumns, name)

const visibleValue = (
  { ColumnName: title, Value }: CellError,
  byTitle: ReadonlyMap<string, PersonalColumn>,
): string => {
  // The error of a column without a title names the number of the column.
  // Its cell can contain any data, so every character is masked.
  if (untitledColumn.test(title)) return maskCell(undefined, Value)
  const column = byTitle.get(title)
  if (column === undefined || column.visibility === 'full') return Value
  return maskCell(column.visibility === 'hidden' ? undefined : column.personal, Value)
}

const untitledColumn = /^第 \d+ 欄$/
