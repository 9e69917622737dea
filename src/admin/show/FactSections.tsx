import { Box, Button, Card, Typography } from '@mui/material'
import { useState } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { DescriptionItem } from '../components/SectionCard'
import { fieldViewOf } from '../fields/registry'
import { DetailValue } from './DetailValue'
import type { DetailSection } from './detail-sections'

/** Renders the sections of a record in one card, without empty fields until the user wants to see them. */
export const FactSections = ({ sections, record }: { sections: readonly DetailSection[]; record: RecordValues }) => {
  const [showsEmpty, setShowsEmpty] = useState(false)
  const isFilled = (field: Field) => fieldViewOf(field).text(field, record) !== ''
  const emptyCount = sections.flatMap(({ fields }) => fields).filter((field) => !isFilled(field)).length
  const shown = sections
    .map(({ title, fields }) => ({ title, fields: showsEmpty ? fields : fields.filter(isFilled) }))
    .filter(({ fields }) => fields.length > 0)
  if (sections.length === 0) return null
  return (
    <Card sx={{ px: { xs: 2, md: 3 }, py: 1.5 }}>
      {shown.map(({ title, fields }) => (
        <Box
          key={title}
          component="section"
          aria-label={title}
          sx={{
            breakInside: 'avoid',
            display: { lg: 'grid' },
            gridTemplateColumns: '88px minmax(0, 1fr)',
            columnGap: 2,
            '& + section': { mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Typography component="h2" sx={{ fontSize: textSizes.small, fontWeight: 600, mb: { xs: 1, lg: 0 } }}>
            {title}
          </Typography>
          <Facts fields={fields} record={record} />
        </Box>
      ))}
      {emptyCount > 0 && (
        <Button
          size="small"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
          sx={{
            mt: shown.length > 0 ? 0.5 : 0,
            mb: -0.5,
            ml: -0.75,
            displayPrint: 'none',
            '@media (pointer: coarse)': { minHeight: 44 },
          }}
        >
          {showsEmpty ? '隱藏空白欄位' : `顯示 ${emptyCount} 個空白欄位`}
        </Button>
      )}
    </Card>
  )
}

/** Renders fields with their labels and values, in up to three columns. */
export const Facts = ({ fields, record }: { fields: readonly Field[]; record: RecordValues }) => (
  <Box component="dl" sx={factsStyles}>
    {fields.map((field) => (
      <DescriptionItem
        key={field.name}
        name={field.label}
        wide={fieldViewOf(field).wide}
        long={isLong(fieldViewOf(field).text(field, record))}
      >
        <DetailValue field={field} record={record} />
      </DescriptionItem>
    ))}
  </Box>
)

// A Chinese character is twice as wide as a letter. One column has space for about 12 of them.
const isLong = (text: string): boolean => [...text].reduce((width, one) => width + (one < '\u2e80' ? 1 : 2), 0) > 26

const factsStyles = {
  m: 0,
  display: 'grid',
  columnGap: 3,
  rowGap: 1,
  '& dd': { fontSize: textSizes.small, lineHeight: 1.5 },
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(max(160px, (100% - 48px) / 3), 1fr))' },
  // A sheet is narrower than a wide screen, and its text is smaller.
  '@media print': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', rowGap: 1 },
}
