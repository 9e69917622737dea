import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/resource'
import type { Field, Row } from '../../schema/types'
import { keyIndexName, uniqueIndexName } from '../database/table-definition'
import { violationOf } from '../database/violation'

/** Turns a broken unique index into a refusal (2003) on its field; every other error goes on as it is. */
export const refuseDuplicate = (resource: Resource, row: Row, error: unknown): never => {
  const violation = violationOf(error)
  const field = violation?.kind === 'unique' ? fieldBehind(resource, violation.constraint) : undefined
  if (!field) throw error
  throw duplicate(field, row)
}

/** Returns the refusal of a value that another record has. */
export const duplicate = ({ name, label }: Pick<Field, 'name' | 'label'>, row: Row): Refusal => {
  const sentence = `${label}「${row[name]}」已經存在，請改用其他${label}。`
  return new Refusal('2003', sentence, { [name]: sentence })
}

const fieldBehind = (resource: Resource, constraint: string): Resource['fields'][number] | undefined =>
  resource.fields.find((field) => field.unique && uniqueIndexName(resource, field) === constraint) ??
  (constraint === keyIndexName(resource) ? resource.fields.find(({ name }) => name === resource.key.at(-1)) : undefined)
