import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import { Box, Button, IconButton, InputBase, MenuItem, Select, type UsePaginationItem, usePagination } from '@mui/material'
import { useId } from 'react'
import { countText } from '../../browser/format'

interface PagerProps {
  /** Number of the page, from 1. */
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly onPage: (page: number) => void
  /** Measure word of the records, such as 筆. */
  readonly unit?: string
  /** The page sizes that the user can select. */
  readonly sizes?: readonly number[]
  readonly onPerPage?: (perPage: number) => void
}

/** Renders the pagination of a list. On a phone, its only buttons are those for the previous and the next page; on paper only the text remains. */
export const Pager = ({ page, perPage, total, onPage, unit = '筆', sizes, onPerPage }: PagerProps) => {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const currentPage = Math.min(page, lastPage)
  return (
    <Box component="nav" aria-label="分頁" sx={styles}>
      {sizes && onPerPage && <PageSizeSelect sizes={sizes} perPage={perPage} onPerPage={onPerPage} />}
      <span>
        {total > 0 && `第 ${countText((currentPage - 1) * perPage + 1)}－${countText(Math.min(currentPage * perPage, total))} ${unit}，`}
        {`共 ${countText(total)} ${unit}`}
      </span>
      {lastPage > 1 && <PageButtons page={currentPage} lastPage={lastPage} onPage={onPage} />}
    </Box>
  )
}

const PageButtons = ({ page, lastPage, onPage }: { page: number; lastPage: number; onPage: (page: number) => void }) => {
  const { items } = usePagination({ page, count: lastPage, hidePrevButton: true, hideNextButton: true, onChange: (_, selected) => onPage(selected) })
  return (
    <Box sx={{ display: 'flex', displayPrint: 'none', alignItems: 'center' }}>
      <IconButton size="small" aria-label="上一頁" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <PreviousIcon />
      </IconButton>
      <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center' }}>
        {items.map((item) =>
          item.page === null || item.type !== 'page' ? <span key={item.type}>…</span> : <PageButton key={item.page} item={item} page={item.page} />,
        )}
      </Box>
      <IconButton size="small" aria-label="下一頁" disabled={page === lastPage} onClick={() => onPage(page + 1)}>
        <NextIcon />
      </IconButton>
    </Box>
  )
}

const PageButton = ({ item: { selected, onClick }, page }: { item: UsePaginationItem; page: number }) => (
  <Button
    size="small"
    color={selected ? 'primary' : 'inherit'}
    aria-label={selected ? `第 ${countText(page)} 頁` : `前往第 ${countText(page)} 頁`}
    aria-current={selected ? 'page' : undefined}
    onClick={onClick}
    sx={{ minWidth: 32, minHeight: 32, px: 0.75, fontWeight: selected ? 700 : 400, bgcolor: selected ? 'var(--primary-soft)' : undefined }}
  >
    {countText(page)}
  </Button>
)

const PageSizeSelect = ({ sizes, perPage, onPerPage }: Required<Pick<PagerProps, 'sizes' | 'perPage' | 'onPerPage'>>) => {
  const id = useId()
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, displayPrint: 'none', alignItems: 'center' }}>
      <span id={id}>每頁筆數：</span>
      <Select
        size="small"
        labelId={id}
        value={perPage}
        input={<InputBase />}
        onChange={(event) => onPerPage(Number(event.target.value))}
        sx={{ fontSize: 'inherit' }}
      >
        {sizes.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
    </Box>
  )
}

const styles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 24px',
  minHeight: 52,
  px: 2,
  py: 0.5,
  fontSize: '0.875rem',
  // On paper, the text is not alone on the last sheet.
  '@media print': { breakBefore: 'avoid' },
}
