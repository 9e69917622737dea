import { unknownField, withheldFrom } from '../../schema/sentences'
import { mayWrite, permissionFor } from '../../schema/sight'
import type { Resource, Row } from '../../schema/types'
import { sameValue } from '../../schema/write-rules'
import { type RecordContext, refuseWrong } from './context'
import { roleOf } from './sight'

/** What a role sends, without what it may not write; refuses where that would have changed something. A field that is hidden from it looks like one that there is not. */
export const withoutWithheld = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, input: Row, before?: Row): Row => {
  const role = roleOf(scope)
  const operation = before ? 'update' : 'create'
  const withheld = resource.fields.filter(({ name }) => name in input && !mayWrite(resource, name, operation, role))
  const changed = withheld.filter(({ name }) => isHidden(resource, role, name) || !sameValue(input[name], before?.[name]))
  refuseWrong(Object.fromEntries(changed.map(({ name, label }) => [name, isHidden(resource, role, name) ? unknownField() : withheldFrom(label)])))
  const names = withheld.map(({ name }) => name)
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}

const isHidden = (resource: Resource, role: string, name: string): boolean => permissionFor(resource, role, name).get === 'hidden'
