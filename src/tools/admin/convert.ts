import { fieldNamed } from '../../schema/language/types'
import { type ConvertedColumn, convertColumn, convertItemValues } from '../../server/database/convert-column'
import { OperatorError } from '../../server/node/operator-error'
import type { AdminContext } from './kinds'

/**
 * Converts the column of a field, or the values of a field of list items (`FeeItems.Amount`), to the present type of
 * the field.
 */
export const convert = async (
  { db, schemas, print }: Pick<AdminContext, 'db' | 'schemas' | 'print'>,
  [file = '', path = '']: readonly string[],
): Promise<void> => {
  const resource = schemas.has(file) ? schemas.get(file) : undefined
  const [name, itemName] = path.split('.')
  const listOrField = resource && fieldNamed(resource.fields, name)
  const list = itemName !== undefined && listOrField?.type === 'rows' ? listOrField : undefined
  const field = list ? fieldNamed(list.fields, itemName) : itemName === undefined ? listOrField : undefined
  if (!resource || !field)
    throw new OperatorError(
      'convert needs a schema file and one of its fields. Examples: npm run admin -- convert coupon Amount, convert bills FeeItems.Amount',
    )
  const conversion = await (list
    ? convertItemValues(db, { resource, list, field })
    : convertColumn(db, { resource, field }))
  if (!conversion)
    throw new OperatorError(
      `${file} ${path} has no column, or there is no lossless conversion from the type of its values. Nothing was changed.`,
    )
  if (conversion.lossyCount > 0)
    throw new OperatorError(`${lossyText(conversion)} of ${file} ${path} that would change. Nothing was changed.`)
  print(list ? itemsText(`${file} ${path}`, conversion) : columnText(`${file} ${path}`, conversion))
}

const lossyText = ({ lossyCount }: ConvertedColumn): string =>
  `${lossyCount} ${lossyCount === 1 ? 'record has a value' : 'records have values'}`

const columnText = (name: string, { from, to }: ConvertedColumn): string =>
  from === to
    ? `The column of ${name} is a ${to} column already.`
    : `The column of ${name} was a ${from} column and is a ${to} column now.`

const itemsText = (name: string, { from, to }: ConvertedColumn): string =>
  from === to
    ? `The values of ${name} are of the JSON type ${to} already.`
    : `The values of ${name} were of the JSON type ${from} and are of the type ${to} now.`
