import type { Resource } from './resource'
import type { Field } from './types'

/** Names of all fields that hold personal data, those in rows included: what no log may show. */
export const personalNames = (resources: readonly Pick<Resource, 'fields'>[]): readonly string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(namesIn))),
]

const namesIn = (field: Field): readonly string[] => (field.type === 'rows' ? field.fields.flatMap(namesIn) : field.personal ? [field.name] : [])
