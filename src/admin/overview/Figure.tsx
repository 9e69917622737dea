import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { countText, moneyText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { OverviewAmount } from '../../contract/call-responses'
import { FigureLink, type FigureTarget } from './FigureLink'
import { countOf } from './proposals'

interface FigureProps {
  readonly name: string
  readonly count: number
  readonly unit: string
  /** The list with the counted records; absent = the figure is no link. */
  readonly target?: FigureTarget | undefined
  /** Whether the figure asks for attention. */
  readonly isUrgent?: boolean
  /** Text below the figure. */
  readonly children?: ReactNode
}

/** Renders a count with its name, as a link to the list with the counted records. */
export const Figure = ({ name, count, unit, target, isUrgent = false, children }: FigureProps) => {
  const text = `${countText(count)} ${unit}`
  const link = target && count > 0 && (
    <FigureLink {...target} label={`${name} ${text}，到清單查看`}>
      {text}
    </FigureLink>
  )
  return (
    <FigureItem name={name} value={link || text} isUrgent={isUrgent && count > 0}>
      {children}
    </FigureItem>
  )
}

interface FigureItemProps {
  readonly name: string
  readonly value: ReactNode
  readonly isUrgent?: boolean
  readonly children?: ReactNode
}

/** Renders a value with its name, and text below it, in a list of `Figures`. */
export const FigureItem = ({ name, value, isUrgent = false, children }: FigureItemProps) => (
  <li>
    <p className="small">{name}</p>
    <div className={isUrgent ? 'value urgent' : 'value'}>{value}</div>
    <div className="small">{children}</div>
  </li>
)

/** Renders figures side by side, below each other on narrow screens. */
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={figuresStyles}>
    {children}
  </Box>
)

const figuresStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1.5, md: 3 },
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
  '& > li': { minWidth: 0 },
  '& .small': { m: 0, color: 'text.secondary', fontSize: textSizes.small, overflowWrap: 'anywhere' },
  '& .value': { fontSize: { xs: textSizes.heading, md: textSizes.page }, fontWeight: 700, lineHeight: 1.5 },
  '& .urgent, & .urgent a': { color: 'var(--danger)' },
}

/** Renders a count of money as a figure, with its sum in each currency. */
export const AmountFigure = ({
  amounts,
  ...figure
}: Omit<FigureProps, 'count' | 'children'> & { amounts: readonly OverviewAmount[]; children?: ReactNode }) => (
  <Figure {...figure} count={countOf(amounts)}>
    {amounts.length > 0 && <div>{amountsText(amounts)}</div>}
  </Figure>
)

/** Returns the sums of amounts, such as `NT$1,050、USD 10.50`. */
export const amountsText = (amounts: readonly Pick<OverviewAmount, 'CurrencyType' | 'Amount'>[]): string =>
  amounts.map(({ Amount, CurrencyType }) => moneyText(Amount, CurrencyType)).join('、')
