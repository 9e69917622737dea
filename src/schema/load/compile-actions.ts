import type { Action, TextVariants } from '../language/action'
import type { RawAction, RawResource } from '../language/raw-resource'
import type { Resource } from '../language/resource'
import type { Operation } from '../language/types'
import { compileFields } from './compile-field'

/** The properties of a resource from which its actions are compiled. */
interface ActionContext extends Pick<Resource, 'noun' | 'unit' | 'display'> {
  readonly operations: readonly Operation[]
  readonly controller: string
  /** The context for compiling the inputs. */
  readonly fieldContext: Parameters<typeof compileFields>[1]
}

/**
 * Returns the actions of a resource with defaults filled in.
 * If the resource has the operation `multiDelete`, bulk deletion is one of them.
 */
export const compileActions = ({ actions = {} }: RawResource, context: ActionContext): readonly Action[] => {
  const declared = Object.entries(actions).map(([name, action]) => compileAction(name, action, context))
  return context.operations.includes('multiDelete')
    ? [...declared, compileAction(bulkDeletionName, bulkDeletion(context), context)]
    : declared
}

/** Name of the action that deletes the selected records. */
const bulkDeletionName = 'MultiDelete'

const bulkDeletion = ({ controller, unit, noun }: ActionContext): RawAction => ({
  label: '刪除',
  icon: 'DeleteOutlined',
  on: 'bulk',
  call: `${controller}.multiDelete`,
  danger: true,
  confirm: `確定要刪除選取的 {count} ${unit}${noun}嗎？`,
  success: '刪除成功，共 {count} 筆',
})

const compileAction = (name: string, raw: RawAction, { noun, unit, display, fieldContext }: ActionContext): Action => {
  const label = raw.label ?? name
  const { on, confirm, success, failure, inputs = {}, ...rest } = raw
  return {
    ...rest,
    name,
    label,
    on: [on ?? 'row'].flat(),
    ...(confirm === undefined
      ? {}
      : { confirm: textVariants(confirm, `確定要${label}選取的 {count} ${unit}${noun}嗎？`) }),
    inputs: compileFields(inputs, fieldContext),
    danger: raw.danger ?? false,
    success: textVariants(
      success ?? successText(raw, `${noun} ${display} 已${label}。`),
      `已${label} {count} ${unit}${noun}。`,
    ),
    failure: textVariants(failure ?? '', `已${label} {done} ${unit}，{failed} ${unit}未${label}`),
    afterwards: raw.afterwards ?? 'refresh',
  }
}

// A download needs no message, because browsers show downloads.
const successText = ({ afterwards }: RawAction, text: string): string | TextVariants =>
  afterwards === 'download' ? { one: '', many: '' } : text

// A single text in a file is the text for one record.
// If it contains a placeholder for a count, it is also the text for several records.
const textVariants = (text: string | TextVariants, many: string): TextVariants => {
  if (typeof text !== 'string') return text
  return text.includes('{count}') || text.includes('{failed}') ? { one: text, many: text } : { one: text, many }
}
