import { Menu, MenuItem } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { fieldNamed } from '../../schema/language/types'
import { notSortableFields } from '../data-provider/read'
import type { ListMenuProps } from './columns/ColumnMenu'
import { sortableColumns } from './columns/columns'

/** Renders the menu that sorts the cards of narrow screens. Choosing the sorted column again reverses the order. */
export const SortMenu = ({ resource, anchor, onClose }: ListMenuProps) => {
  const { sort, setSort, meta } = useListContext()
  const tooLong = notSortableFields(meta)
  const translate = useTranslate()
  const orderOf = (name: string) => (sort.field === name && sort.order === 'ASC' ? 'DESC' : 'ASC')
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': '排序的欄位' } }}
    >
      {sortableColumns(resource).map((name) => (
        <MenuItem
          key={name}
          selected={sort.field === name && !tooLong.includes(name)}
          disabled={tooLong.includes(name)}
          onClick={() => {
            setSort({ field: name, order: orderOf(name) })
            onClose()
          }}
        >
          {fieldNamed(resource.fields, name)?.label}{' '}
          {tooLong.includes(name) ? '（資料太多，請縮小查詢條件）' : translate(`ra.sort.${orderOf(name)}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
