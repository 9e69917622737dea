import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import { Box, Button, IconButton, InputBase, MenuItem, Select } from '@mui/material'
import { useId } from 'react'
import { countText } from '../../browser/format'

interface PagerProps {
  /** From 1. */
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly onPage: (page: number) => void
  /** What is counted. */
  readonly unit?: string
  /** How many a page may have, where the reader chooses. */
  readonly sizes?: readonly number[]
  readonly onPerPage?: (perPage: number) => void
}

/** Turns the pages of a list; a phone has room for the next one and the one before. */
export const Pager = ({ page, perPage, total, onPage, unit = '筆', sizes, onPerPage }: PagerProps) => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const at = Math.min(page, last)
  return (
    <Box component="nav" aria-label="分頁" sx={styles}>
      {sizes && onPerPage && <SizeBox sizes={sizes} perPage={perPage} onPerPage={onPerPage} />}
      <span>
        第 {countText((at - 1) * perPage + 1)}－{countText(Math.min(at * perPage, total))} {unit}，共 {countText(total)} {unit}
      </span>
      {last > 1 && <Pages page={at} last={last} onPage={onPage} />}
    </Box>
  )
}

const Pages = ({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center' }}>
    <IconButton size="small" aria-label="上一頁" disabled={page === 1} onClick={() => onPage(page - 1)}>
      <PreviousIcon />
    </IconButton>
    <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center' }}>
      {offeredPages(page, last).map((one, index) =>
        one === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its place alone
          <span key={`gap ${index}`}>…</span>
        ) : (
          <PageButton key={one} page={one} isHere={one === page} onPage={onPage} />
        ),
      )}
    </Box>
    <IconButton size="small" aria-label="下一頁" disabled={page === last} onClick={() => onPage(page + 1)}>
      <NextIcon />
    </IconButton>
  </Box>
)

const PageButton = ({ page, isHere, onPage }: { page: number; isHere: boolean; onPage: (page: number) => void }) => (
  <Button
    size="small"
    color={isHere ? 'primary' : 'inherit'}
    aria-label={isHere ? `第 ${countText(page)} 頁` : `前往第 ${countText(page)} 頁`}
    aria-current={isHere ? 'page' : undefined}
    onClick={() => onPage(page)}
    sx={{ minWidth: 32, minHeight: 32, px: 0.75, fontWeight: isHere ? 700 : 400, bgcolor: isHere ? 'var(--primary-soft)' : undefined }}
  >
    {countText(page)}
  </Button>
)

const SizeBox = ({ sizes, perPage, onPerPage }: Required<Pick<PagerProps, 'sizes' | 'perPage' | 'onPerPage'>>) => {
  const id = useId()
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center' }}>
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
  displayPrint: 'none',
}

/** Returns the pages that a pager offers: the first, the last, the present one and its neighbours; null stands for those between. */
export const offeredPages = (page: number, last: number): readonly (number | null)[] => {
  const from = Math.max(1, Math.min(page - 1, last - 4))
  const to = Math.min(last, Math.max(page + 1, 5))
  const near = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const offered = [...new Set([1, ...near, last])]
  return offered.flatMap((one, index) => [...between(offered[index - 1] ?? 0, one), one])
}

/** Returns what stands between two offered pages: nothing, the only page there, or a gap. */
const between = (before: number, after: number): readonly (number | null)[] => {
  if (after - before === 1) return []
  return after - before === 2 ? [before + 1] : [null]
}
