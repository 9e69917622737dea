import { useListContext, useTranslate } from 'react-admin'
import type { Field } from '../../schema/language/types'
import { columnHead } from '../../schema/text/column-width'
import { notSortableFields } from '../data-provider/read'

/**
 * Renders the label of a column as a button that sorts the list by the column.
 * While too many records match, the button says why the list cannot be sorted.
 */
export const SortLabel = ({ field: { name, label } }: { field: Field }) => {
  const { sort, setSort, meta } = useListContext()
  const translate = useTranslate()
  const isTooLong = notSortableFields(meta).includes(name)
  const isSorted = sort.field === name && !isTooLong
  const nextOrder = isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC'
  const sortTitle = translate('ra.sort.sort_by', { field_lower_first: label, order: translate(`ra.sort.${nextOrder}`) })
  const title = isTooLong ? `${label}：${tooLongToSort}` : sortTitle
  return (
    <button
      type="button"
      className={isSorted ? 'sort sorted' : 'sort'}
      data-tip={title}
      aria-label={title}
      // A disabled button would get no focus, and so not say why.
      aria-disabled={isTooLong}
      onClick={() => isTooLong || setSort({ field: name, order: nextOrder })}
    >
      <span className="head-text">{columnHead({ label })}</span>
      <svg aria-hidden="true" viewBox="0 0 24 24" className={isSorted ? sort.order.toLowerCase() : undefined}>
        <path d="M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z" />
      </svg>
    </button>
  )
}

const tooLongToSort = '資料太多，請縮小查詢條件'
