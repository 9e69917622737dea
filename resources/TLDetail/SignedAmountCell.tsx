import type { CellProps } from '../../src/admin'

/** Renders an amount of a line with the sign with which the sums count it: a reversal is negative. Zero has no sign. */
export const SignedAmountCell = ({ record, value, children }: CellProps) => (
  <>
    {record.AmountSign === 'Minus' && Number(value) > 0 && '-'}
    {children}
  </>
)
