import { useListContext } from 'react-admin'
import type { Resource } from '../../../schema/language/resource'
import { PaperHead } from '../../components/PaperHead'
import { queryTexts } from './query-text'

/**
 * Renders the head of a printed list with its filters.
 * The query form is not printed, because its inputs may already have changed.
 */
export const PrintedQuery = ({ resource }: { resource: Resource }) => {
  const { filterValues } = useListContext()
  const texts = queryTexts(resource, filterValues)
  return <PaperHead title={resource.label} texts={texts.length > 0 ? [`查詢條件：${texts.join('　')}`] : []} />
}
