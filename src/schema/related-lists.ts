import { isEmpty } from './condition'
import { isReference } from './field-types'
import type { RelatedList, Resource } from './resource'
import type { Field, Row } from './types'

/** How the records are asked for that refer to a record: the conditions of their list. */
export interface RelatedQuestion {
  readonly filters: Readonly<Record<string, unknown>>
  /** What a new one of them begins with. */
  readonly first: Row
}

/** The question for a list of related records; undefined where the role at hand cannot ask it, or the record has nothing that they could refer to. */
export const relatedQuestion = (target: Resource, { by }: Pick<RelatedList, 'by'>, record: Row): RelatedQuestion | undefined => {
  const reference = target.fields.find(({ name }) => name === by)
  if (!reference || !isReference(reference)) return undefined
  const first: Row = { [by]: record[reference.by], ...Object.fromEntries(reference.same.map((name) => [name, record[name]])) }
  const filters = Object.entries(first).flatMap(([name, value]) => {
    const filter = target.list.filters.find(({ field }) => field === name)
    return filter && !isEmpty(value) ? [[name, filter.match === 'in' ? [value] : value] as const] : []
  })
  return filters.length === Object.keys(first).length ? { filters: Object.fromEntries(filters), first } : undefined
}

/** What is shown of related records: what the file names, else the first columns of their list that do not say again which record it is. */
export const relatedColumns = (target: Resource, { columns }: Pick<RelatedList, 'columns'>, { first }: Pick<RelatedQuestion, 'first'>): readonly Field[] => {
  const usual = target.list.columns.filter((name) => !(name in first) && !target.list.hidden.includes(name)).slice(0, usualColumns)
  return (columns ?? usual).flatMap((name) => (target.list.columns.includes(name) ? target.fields.filter((field) => field.name === name) : []))
}

const usualColumns = 6
