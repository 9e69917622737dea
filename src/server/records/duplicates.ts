import { Refusal } from '../../domain/refusal'
import type { Resource, Row } from '../../schema/types'
import { keyIndexName, uniqueIndexName } from '../store/table'
import { violationOf } from '../store/violation'

/** Turns a broken unique index into a refusal (2003) on its field; every other error goes on as it is. */
export const refuseDuplicate = (resource: Resource, row: Row, error: unknown): never => {
  const violation = violationOf(error)
  const field = violation?.kind === 'unique' ? fieldBehind(resource, violation.constraint) : undefined
  if (!field) throw error
  const sentence = `${field.label}「${row[field.name]}」已經存在，請改用其他${field.label}。`
  throw new Refusal('2003', sentence, { [field.name]: sentence })
}

const fieldBehind = (resource: Resource, constraint: string): Resource['fields'][number] | undefined =>
  resource.fields.find((field) => field.unique && uniqueIndexName(resource, field) === constraint) ??
  (constraint === keyIndexName(resource) ? resource.fields.find(({ name }) => name === resource.key.at(-1)) : undefined)
