import type { CellProps } from '../../src/admin'

/** Renders an amount of a line with the sign with which the sums count it: a reversal is negative. */
export const SignedAmountCell = ({ record, children }: CellProps) => (
  <>
    {record.AmountSign === 'Minus' && '-'}
    {children}
  </>
)
