import type { SelectLists, SelectOption } from '../../contract/envelope'
import { itemsOf, neededText, textOr, valuesOf } from './values'

/** Reads a list of options; needs Value. An option without Text is shown by its value. */
export const readOptions = (outData: unknown): readonly SelectOption[] =>
  itemsOf(outData).map((item) => {
    const option = valuesOf(item)
    const Value = neededText(option, 'Value')
    // An agreement also has the data of its company.
    return { ...option, Value, Text: textOr(option.Text, Value) }
  })

/** Reads the options of a page by field; other values of the answer are ignored. */
export const readSelectLists = (outData: unknown): SelectLists =>
  Object.fromEntries(
    Object.entries(valuesOf(outData))
      .filter(([, list]) => Array.isArray(list))
      .map(([name, list]) => [name, readOptions(list)]),
  )
