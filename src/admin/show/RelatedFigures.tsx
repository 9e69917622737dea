import type { RecordValues } from '../../schema/language/language'
import type { RelatedList, Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { currencyField, currencyOf } from '../../schema/text/value-text'
import { DescriptionItem } from '../components/SectionCard'
import { fieldViewOf } from '../fields/registry'
import { useAbilities } from '../portal'
import { type RelatedQuery, useRelatedQueries, useRelatedTotals } from './related-query'

/** Renders sums of related records, such as what a payer owes, for users who may read these records. */
export const RelatedFigures = ({ resource, record }: { resource: Resource; record: RecordValues }) =>
  useRelatedQueries(resource, record).map((related) =>
    related.list.head ? <ListFigures key={related.key} related={related} head={related.list.head} /> : null,
  )

interface ListFiguresProps {
  readonly related: RelatedQuery
  readonly head: NonNullable<RelatedList['head']>
}

const ListFigures = (props: ListFiguresProps) =>
  useAbilities(props.related.target)('list') ? <Figures {...props} /> : null

const Figures = ({ related: { target, query }, head }: ListFiguresProps) => {
  const totals = useRelatedTotals(target, query)
  return Object.entries(head).map(([name, label]) => {
    const field = fieldNamed(target.fields, name)
    if (!field || !target.list.totals.includes(name)) return null
    const texts = (totals?.length === 0 ? [{ [name]: 0 }] : (totals ?? [])).map((total) =>
      fieldViewOf(field).text(field, { ...total, [currencyField]: currencyOf(total) }),
    )
    return (
      <DescriptionItem key={name} name={label} size="1.125rem">
        {totals === undefined ? '…' : texts.join('、')}
      </DescriptionItem>
    )
  })
}
