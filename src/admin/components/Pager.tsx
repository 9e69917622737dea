import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import { Box, Button, IconButton } from '@mui/material'
import { useId } from 'react'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'

interface PagerProps {
  /** Number of the page, from 1. */
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** Whether there are at least `total` records, because their number is unknown. */
  readonly isMinimum?: boolean
  readonly onPage: (page: number) => void
  /** Measure word of the records, such as 筆. */
  readonly unit?: string
  /** The page sizes that the user can select. */
  readonly sizes?: readonly number[]
  readonly onPerPage?: (perPage: number) => void
}

/**
 * Renders the pagination of a list.
 * On a phone, its only buttons are those for the previous and the next page; on paper only the text remains.
 */
export const Pager = ({
  page,
  perPage,
  total,
  isMinimum = false,
  onPage,
  unit = '筆',
  sizes,
  onPerPage,
}: PagerProps) => {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const currentPage = Math.min(page, lastPage)
  return (
    <Box component="nav" aria-label="分頁" sx={styles}>
      {sizes && onPerPage && <PageSizeSelect sizes={sizes} perPage={perPage} onPerPage={onPerPage} />}
      <span>
        {total > 0 &&
          `第 ${countText((currentPage - 1) * perPage + 1)}－${countText(Math.min(currentPage * perPage, total))} ${unit}，`}
        {isMinimum ? `${countText(total)} ${unit}以上` : `共 ${countText(total)} ${unit}`}
      </span>
      {lastPage > 1 && <PageButtons page={currentPage} lastPage={lastPage} isMinimum={isMinimum} onPage={onPage} />}
    </Box>
  )
}

const PageButtons = ({
  page,
  lastPage,
  isMinimum,
  onPage,
}: {
  page: number
  lastPage: number
  isMinimum: boolean
  onPage: (page: number) => void
}) => (
  <Box sx={{ display: 'flex', displayPrint: 'none', alignItems: 'center' }}>
    <IconButton size="small" aria-label="上一頁" disabled={page === 1} onClick={() => onPage(page - 1)}>
      <PreviousIcon />
    </IconButton>
    <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center' }}>
      {pagerEntries(page, lastPage).map((entry, index) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no key other than its position
          <span key={`gap ${index}`}>…</span>
        ) : (
          <PageButton key={entry} page={entry} isCurrent={entry === page} onPage={onPage} />
        ),
      )}
      {isMinimum && (
        // The span shows the reason: a disabled button gets no events of the mouse.
        <span title="資料尚未數完，不能直接到最後一頁">
          <Button size="small" disabled>
            最後一頁
          </Button>
        </span>
      )}
    </Box>
    <IconButton size="small" aria-label="下一頁" disabled={page === lastPage} onClick={() => onPage(page + 1)}>
      <NextIcon />
    </IconButton>
  </Box>
)

const PageButton = ({
  page,
  isCurrent,
  onPage,
}: {
  page: number
  isCurrent: boolean
  onPage: (page: number) => void
}) => (
  <Button
    size="small"
    color={isCurrent ? 'primary' : 'inherit'}
    aria-label={isCurrent ? `第 ${countText(page)} 頁` : `前往第 ${countText(page)} 頁`}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={() => onPage(page)}
    sx={{
      minWidth: 32,
      minHeight: 32,
      px: 0.75,
      fontWeight: isCurrent ? 700 : 400,
      bgcolor: isCurrent ? 'var(--primary-soft)' : undefined,
    }}
  >
    {countText(page)}
  </Button>
)

const PageSizeSelect = ({
  sizes,
  perPage,
  onPerPage,
}: Required<Pick<PagerProps, 'sizes' | 'perPage' | 'onPerPage'>>) => {
  const id = useId()
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, displayPrint: 'none', alignItems: 'center' }}>
      <span id={id}>每頁筆數：</span>
      <Box
        component="select"
        aria-labelledby={id}
        value={perPage}
        onChange={(event) => onPerPage(Number(event.target.value))}
        sx={sizeStyles}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Box>
    </Box>
  )
}

// The browser's own select: MUI's needs the code of menus, which no list needs before a click.
const sizeStyles = {
  height: 32,
  border: 0,
  borderRadius: 1,
  px: 0.5,
  font: 'inherit',
  color: 'inherit',
  bgcolor: 'background.paper',
  cursor: 'pointer',
  '@media (pointer: coarse)': { height: 44 },
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
  fontSize: textSizes.small,
  // On paper, the text is not alone on the last sheet.
  '@media print': { breakBefore: 'avoid', breakInside: 'avoid', minHeight: 0, py: 0 },
}

/**
 * Returns the entries of a pager: the first page, the last page, and the current page with its neighbours.
 * Near either end, five consecutive pages are listed.
 * Null is a gap.
 */
export const pagerEntries = (page: number, lastPage: number): readonly (number | null)[] => {
  const from = Math.max(1, Math.min(page - 1, lastPage - 4))
  const to = Math.min(lastPage, Math.max(page + 1, 5))
  const neighbours = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const pages = [...new Set([1, ...neighbours, lastPage])]
  return pages.flatMap((entry, index) => [...entriesBetween(pages[index - 1] ?? 0, entry), entry])
}

/** Returns the entries between two listed pages: none, the single page between them, or a gap. */
const entriesBetween = (previous: number, next: number): readonly (number | null)[] => {
  if (next - previous === 1) return []
  return next - previous === 2 ? [previous + 1] : [null]
}
