import type { Action, TextForms } from '../language/action'
import type { RawAction, RawResource } from '../language/raw-resource'
import type { Resource } from '../language/resource'
import type { Operation } from '../language/types'
import { compileFields } from './compile-field'

interface ActionContext extends Pick<Resource, 'noun' | 'unit' | 'display'> {
  readonly operations: readonly Operation[]
  readonly controller: string
  readonly context: Parameters<typeof compileFields>[1]
}

/** Returns the actions of a resource with every default filled in; deletion of several is one of them where there is a call for it. */
export const compileActions = ({ actions = {} }: RawResource, around: ActionContext): readonly Action[] => {
  const said = Object.entries(actions).map(([name, action]) => compileAction(name, action, around))
  return around.operations.includes('multiDelete') ? [...said, compileAction(multiDelete, deleteSeveral(around), around)] : said
}

/** Name of the action that deletes the chosen records. */
export const multiDelete = 'MultiDelete'

const deleteSeveral = ({ controller, unit, noun }: ActionContext): RawAction => ({
  label: '刪除',
  icon: 'DeleteOutlined',
  on: 'bulk',
  call: `${controller}.multiDelete`,
  danger: true,
  confirm: `確定要刪除選取的 {count} ${unit}${noun}嗎？`,
  success: '刪除成功，共 {count} 筆',
})

const compileAction = (name: string, said: RawAction, around: ActionContext): Action => {
  const { noun, unit, display, context } = around
  const label = said.label ?? name
  const { on, confirm, success, failure, inputs = {}, ...plain } = said
  return {
    ...plain,
    name,
    label,
    on: [on ?? 'row'].flat(),
    ...(confirm === undefined ? {} : { confirm: words(confirm, `確定要${label}選取的 {count} ${unit}${noun}嗎？`) }),
    inputs: compileFields(inputs, context),
    danger: said.danger ?? false,
    success: words(success ?? successOf(said, `${noun} ${display} 已${label}。`), `已${label} {count} ${unit}${noun}。`),
    failure: words(failure ?? '', `已${label} {done} ${unit}，{failed} ${unit}未${label}`),
    afterwards: said.afterwards ?? 'refresh',
  }
}

// Browsers show for themselves what they have saved.
const successOf = ({ afterwards }: RawAction, sentence: string): string | TextForms => (afterwards === 'download' ? { one: '', many: '' } : sentence)

// A text that a file says once is about one record, unless it counts.
const words = (said: string | TextForms, many: string): TextForms => {
  if (typeof said !== 'string') return said
  return said.includes('{count}') || said.includes('{failed}') ? { one: said, many: said } : { one: said, many }
}
