import { Box, Card, Typography } from '@mui/material'
import type { Field, Row } from '../../schema/types'
import { viewOf } from '../fields/registry'

/** Fields with their labels, two beside each other where there is room. */
export const ShowSection = ({ title, fields, row }: { title: string; fields: readonly Field[]; row: Row }) => (
  <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
    <Typography component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600, mb: 2 }}>
      {title}
    </Typography>
    <Box component="dl" sx={{ m: 0, display: 'grid', columnGap: 3, rowGap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' } }}>
      {fields.map((field) => (
        <Box key={field.name} sx={viewOf(field).wide ? { gridColumn: '1 / -1' } : undefined}>
          <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
            {field.label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}>
            <ShownValue field={field} row={row} />
          </Typography>
        </Box>
      ))}
    </Box>
  </Card>
)

/** A value as detail pages show it. */
export const ShownValue = ({ field, row }: { field: Field; row: Row }) => {
  const { Detail, Cell, text } = viewOf(field)
  const View = Detail ?? Cell
  const words = text(field, row)
  if (words === '') return '－'
  return View ? <View field={field} row={row} /> : words
}
