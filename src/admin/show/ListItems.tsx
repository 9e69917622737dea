import type { RecordValues } from '../../schema/language/language'
import type { ListField } from '../../schema/language/types'
import { EmptySection, SectionCard } from '../components/SectionCard'
import { fieldViewOf } from '../fields/registry'
import { DetailValue } from './DetailValue'

/** Renders the items of a list field as a section of its own. */
export const ListItems = ({ field, record }: { field: ListField; record: RecordValues }) =>
  fieldViewOf(field).text(field, record) === '' ? (
    <EmptySection title={field.label} text={`目前沒有${field.label}。`} />
  ) : (
    <SectionCard title={field.label} dense>
      <DetailValue field={field} record={record} />
    </SectionCard>
  )
