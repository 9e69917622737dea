import Typography from '@mui/material/Typography'
import { formatMoney } from '../../domain/money'
import type { RowsField } from '../../schema/types'
import { useAround } from '../parts/around'
import { useValues } from '../parts/value-source'
import { amountsOf, sumOf, withComputed } from './rows-of'
import type { Line } from './use-lines'

/** The sums of a list's amounts. */
export const RowsSum = ({ field, lines }: { field: RowsField; lines: readonly Line[] }) => {
  const [currency] = useValues(['CurrencyType'])
  const around = useAround()
  const rows = lines.map(({ row }) => withComputed(field.fields, row, around))
  return (
    <span>
      {amountsOf(field.fields).map(({ name, label }) => (
        <Typography key={name} component="span" sx={{ fontWeight: 600, ml: 2 }}>
          {label}合計 {formatMoney(sumOf(rows, name), typeof currency === 'string' ? currency : 'TWD')}
        </Typography>
      ))}
    </span>
  )
}
