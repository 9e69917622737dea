import { useListContext, useTranslate } from 'react-admin'
import type { Field } from '../../schema/language/types'
import { columnHead } from '../../schema/text/column-width'

/** Renders the label of a column as a button that sorts the list by the column. */
export const SortLabel = ({ field: { name, label } }: { field: Field }) => {
  const { sort, setSort } = useListContext()
  const translate = useTranslate()
  const isSorted = sort.field === name
  const nextOrder = isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC'
  const title = translate('ra.sort.sort_by', { field_lower_first: label, order: translate(`ra.sort.${nextOrder}`) })
  return (
    <button
      type="button"
      className={isSorted ? 'sort sorted' : 'sort'}
      data-tip={title}
      aria-label={title}
      onClick={() => setSort({ field: name, order: nextOrder })}
    >
      <span className="head-text">{columnHead({ label })}</span>
      <svg aria-hidden="true" viewBox="0 0 24 24" className={isSorted ? sort.order.toLowerCase() : undefined}>
        <path d="M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z" />
      </svg>
    </button>
  )
}
