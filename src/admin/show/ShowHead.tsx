import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Resource, Row } from '../../schema/types'
import { ShownValue } from './ShowSection'

/** What is asked first of a record, large: of a bill its amount, what is paid, its state, its deadline. */
export const ShowHead = ({ resource, row }: { resource: Resource; row: Row }) => {
  const fields = resource.head.flatMap((name) => resource.fields.filter((field) => field.name === name))
  if (fields.length === 0) return null
  return (
    <Card component="dl" aria-label="摘要" sx={{ m: 0, p: { xs: 2, md: 3 }, display: 'flex', flexWrap: 'wrap', columnGap: { xs: 3, md: 6 }, rowGap: 2 }}>
      {fields.map((field) => (
        <Box key={field.name}>
          <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
            {field.label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, mt: 0.25, fontSize: '1.25rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            <ShownValue field={field} row={row} />
          </Typography>
        </Box>
      ))}
    </Card>
  )
}
