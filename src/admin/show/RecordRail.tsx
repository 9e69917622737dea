import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { Box, Card, IconButton } from '@mui/material'
import { textSizes } from '../../browser/theme/type-scale'
import { isShownReference } from '../../schema/field-types'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { DescriptionItem } from '../components/SectionCard'
import { fieldViewOf } from '../fields/registry'
import { useToast } from '../hooks/use-toast'
import { DetailValue } from './DetailValue'

/** Returns whether a field is shown at the side: the record to which it refers, or a value that users copy. */
export const isInRail = (field: Field): boolean => isShownReference(field) || field.copyable === true

interface RecordRailProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly record: RecordValues
}

/** Renders fields at the side of a record: at first its references and the values that users copy. Omits empty ones. */
export const RecordRail = ({ label, fields, record }: RecordRailProps) => {
  const filled = fields.filter((field) => fieldViewOf(field).text(field, record) !== '')
  if (filled.length === 0) return null
  return (
    <Card
      component="dl"
      aria-label={label}
      sx={{
        m: 0,
        p: 2,
        display: 'grid',
        columnGap: 2,
        rowGap: 1.25,
        '& dd': { fontSize: textSizes.small, lineHeight: 1.5 },
        // Below the main column there is space for several columns.
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))', lg: '1fr' },
        breakInside: 'avoid',
        '@media print': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {filled.map((field) => (
        <DescriptionItem key={field.name} name={field.label}>
          {field.copyable ? (
            <CopyableValue field={field} record={record} />
          ) : (
            <DetailValue field={field} record={record} />
          )}
        </DescriptionItem>
      ))}
    </Card>
  )
}

const CopyableValue = ({ field, record }: { field: Field; record: RecordValues }) => {
  const toast = useToast()
  const copy = async () => {
    try {
      // Without https, browsers have no clipboard.
      await navigator.clipboard.writeText(String(record[field.name]))
      toast(`已複製${field.label}。`)
    } catch {
      toast('瀏覽器不允許複製，請選取文字後複製。', 'warning')
    }
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <span>
        <DetailValue field={field} record={record} />
      </span>
      <IconButton
        size="small"
        aria-label={`複製${field.label}`}
        onClick={() => void copy()}
        sx={{ my: -0.5, displayPrint: 'none', '@media (pointer: coarse)': { width: 44, height: 44 } }}
      >
        <CopyIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
